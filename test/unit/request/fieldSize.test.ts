import {
	checkSize,
	checkWritten,
	createRoom,
	MOST_BYTES,
} from '../../../nodes/Submissions/request/fieldSize.ts';
import { refusalOf } from '../refusals.ts';

const list = (length: number) => `[${Array.from({ length }, () => 0).join()}]`;

function checked(check: () => void): string | undefined {
	try {
		check();
		return undefined;
	} catch {
		const { parameter, message } = refusalOf(check);
		expect(parameter).toBe('Field Data');
		return message;
	}
}

describe('what is taken one after the other', () => {
	const take = (...sizes: readonly number[]) => {
		const room = createRoom();
		return checked(() => {
			for (const size of sizes) room.take(size, () => 'last');
		});
	};

	it('is 16 MB at most', () => {
		expect(take(MOST_BYTES - 1, 1)).toBeUndefined();
		expect(take(MOST_BYTES, 1)).toBe(
			'With the field "last" Field Data takes more than 16 MB, which are not sent.',
		);
	});

	it('is 25,000 values at most', () => {
		expect(take(...Array.from({ length: 25_000 }, () => 1))).toBeUndefined();
		expect(take(...Array.from({ length: 25_001 }, () => 1))).toBe(
			'With the field "last" Field Data holds more than 25,000 values, which are not sent.',
		);
	});
});

describe('JSON, before it is read', () => {
	const check = (json: string) =>
		checked(() => {
			checkSize(json, 'It');
		});

	it('is 16 MB at most', () => {
		expect(check(' '.repeat(MOST_BYTES))).toBeUndefined();
		expect(check(' '.repeat(MOST_BYTES + 1))).toBe('It takes more than 16 MB, which are not sent.');
	});

	it('is 25,000 values at most, however deep', () => {
		expect(check(list(24_999))).toBeUndefined();
		expect(check('['.repeat(25_000))).toBeUndefined();
		expect(check(list(25_001))).toBe('It holds more than 25,000 values, which are not sent.');
	});
});

it('JSON is 16 MB at most as it is written', () => {
	const check = (json: string) =>
		checked(() => {
			checkWritten(json);
		});
	expect(check('é'.repeat(MOST_BYTES / 2))).toBeUndefined();
	expect(check(`${'é'.repeat(MOST_BYTES / 2)}x`)).toBe(
		'Written as JSON, Field Data takes more than 16 MB, which are not sent.',
	);
});
