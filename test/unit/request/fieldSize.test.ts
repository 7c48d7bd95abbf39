import {
	checkSize,
	checkWritten,
	createRoom,
	MOST_BYTES,
} from '../../../nodes/Submissions/request/fieldSize.ts';
import { refusalOf } from '../refusals.ts';

const list = (length: number) => `[${Array.from({ length }, () => 0).join()}]`;

function refused(check: () => void): string {
	const { parameter, message } = refusalOf(check);
	expect(parameter).toBe('Field Data');
	return message;
}

describe('what is taken one after the other', () => {
	const take = (sizes: readonly number[]) => () => {
		const room = createRoom();
		for (const size of sizes) room.take(size, () => 'last');
	};
	const ones = (length: number) => Array.from({ length }, () => 1);

	it('is 16 MB at most', () => {
		expect(take([MOST_BYTES - 1, 1])).not.toThrow();
		expect(refused(take([MOST_BYTES, 1]))).toBe(
			'With the field "last" Field Data takes more than 16 MB, which are not sent.',
		);
	});

	it('is 25,000 values at most', () => {
		expect(take(ones(25_000))).not.toThrow();
		expect(refused(take(ones(25_001)))).toBe(
			'With the field "last" Field Data holds more than 25,000 values, which are not sent.',
		);
	});
});

describe('JSON, before it is read', () => {
	const check = (json: string) => () => {
		checkSize(json, 'It');
	};

	it('is 16 MB at most', () => {
		expect(check(' '.repeat(MOST_BYTES))).not.toThrow();
		expect(refused(check(' '.repeat(MOST_BYTES + 1)))).toBe(
			'It takes more than 16 MB, which are not sent.',
		);
	});

	it.each([list, (length: number) => '['.repeat(length)])('is 25,000 values at most', (json) => {
		expect(check(json(25_000))).not.toThrow();
		expect(refused(check(json(25_001)))).toBe(
			'It holds more than 25,000 values, which are not sent.',
		);
	});
});

it('JSON is 16 MB at most as it is written', () => {
	const check = (json: string) => () => {
		checkWritten(json);
	};
	const most = 'é'.repeat(MOST_BYTES / 2);
	expect(check(most)).not.toThrow();
	expect(refused(check(`${most}x`))).toBe(
		'Written as JSON, Field Data takes more than 16 MB, which are not sent.',
	);
});
