import fc from 'fast-check';

import type { Failure } from '../../../nodes/Submissions/response/failure.ts';
import { failureIn } from '../../../nodes/Submissions/response/failure.ts';
import { presenter } from '../../../nodes/Submissions/response/present.ts';
import { readBody } from '../../../nodes/Submissions/response/read.ts';
import { answerOf, askedWith, failureWith } from '../examples.ts';
import { holdsFor } from '../property.ts';

const TOKEN = 'tok-4eC39HqLyjWDarjtT1zdp7dc9f8e7d6c';
const LONGEST = 501;

function failureFor(status: number, body: unknown, headers: Record<string, string> = {}): Failure {
	const answer = answerOf(status, JSON.stringify(body), headers);
	const reading = readBody(answer);
	const failure = failureIn({ answer, reading, asked: askedWith() }, 'get a submission');
	if (failure === undefined) throw new Error('It is a success');
	return failure;
}

it('blanks a secret wherever the service echoed it', () => {
	const failure = presenter([TOKEN])(
		failureFor(422, { message: `${TOKEN} is bad`, errors: { [TOKEN]: [`no ${TOKEN}`] } }),
	);
	expect(failure.service).toStrictEqual({
		message: '[hidden] is bad',
		fieldErrors: { '[hidden]': ['no [hidden]'] },
	});
});

it('blanks one that stands as a permalink', () => {
	const present = presenter(['pass-w0rd!']);
	const stored = present(failureWith({ storedAs: 'pass-w0rd!' }));
	expect(stored.storedAs).toBe('[hidden]');
	expect(present(failureWith())).not.toHaveProperty('storedAs');
});

it('never changes what is known, whatever the user name is', () => {
	const failure = failureWith({ code: 'timeout', certainty: 'notSent', statusCode: null });
	const { code, certainty, statusCode } = failure;
	const present = presenter(['timeout', 'notSent', 'e']);
	expect(present(failure)).toMatchObject({ code, certainty, statusCode });
});

describe('a secret that stands where a text is cut', () => {
	it.each([460, 480, 495, 499, 500, 505])('leaves no part of it after %i characters', (at) => {
		const failure = failureFor(401, { message: `${'x'.repeat(at)} ${TOKEN}` });
		expect(JSON.stringify(presenter([TOKEN])(failure))).not.toContain('tok-4');
	});

	it('leaves no part of it in the new address of a redirect', () => {
		for (let at = 100; at <= 500; at += 10) {
			const location = `https://x.io/${'x'.repeat(at)}/${TOKEN}`;
			const failure = presenter([TOKEN])(failureFor(302, '', { location }));
			expect(JSON.stringify(failure)).not.toContain('tok-4');
		}
	});

	it('leaves no part of it where it is long and echoed over and over', () => {
		const long = `head-${'0123456789abcdef'.repeat(50)}`;
		const failure = failureFor(401, { message: `${long} `.repeat(100) });
		expect(JSON.stringify(presenter([long])(failure))).not.toContain('head-0123');
	});
});

describe('every text is of a sane length', () => {
	it.each([
		['letters', 'x'],
		['emoji', '😀'],
		['letters with emoji', 'a😀'],
	])('a long message of %s is cut after 500 characters', (_, unit) => {
		const { service } = presenter([TOKEN])(failureFor(422, { message: unit.repeat(10_000) }));
		expect(Array.from(service.message)).toHaveLength(LONGEST);
		expect(service.message.endsWith('…')).toBe(true);
		expect(service.message).not.toMatch(/\p{Cs}/u);
	});

	it('a message of 500 characters is kept whole', () => {
		for (const unit of ['x', '😀']) {
			const message = unit.repeat(500);
			expect(presenter([])(failureFor(422, { message })).service.message).toBe(message);
		}
	});
});

it('keeps the shape of any failure, and lets no secret through', () => {
	const failures = fc
		.record({
			happened: fc.string(),
			remedy: fc.string(),
			service: fc.record({
				message: fc.string(),
				fieldErrors: fc.dictionary(fc.string(), fc.array(fc.string())),
			}),
		})
		.map(({ happened, remedy, service }) =>
			failureWith({
				happened: happened + TOKEN,
				remedy: encodeURIComponent(remedy + TOKEN),
				service: { ...service, message: service.message + Buffer.from(TOKEN).toString('base64') },
			}),
		);
	holdsFor(failures, (failure) => {
		const shown = presenter([TOKEN])(failure);
		expect(Object.keys(shown).sort()).toStrictEqual(Object.keys(failure).sort());
		expect(JSON.stringify(shown)).not.toMatch(/tok-4eC39|dG9rLTRlQzM5/);
	});
});
