import fc from 'fast-check';

import type { PermalinkOf } from '../../../nodes/Submissions/request/permalink.ts';
import { isPermalink, readPermalink } from '../../../nodes/Submissions/request/permalink.ts';
import { fillPath } from '../../../nodes/Submissions/request/route.ts';
import { holdsFor } from '../property.ts';
import { refusalOf, wordsOf } from '../refusals.ts';

const FORM = 'aB3dE5gH7j';
const SUBMISSION = 'kL9mN1pQ3r';
const OTHER = 'zY9xW8vU7t';
const HOST = 'https://forms.example.com';
const KINDS: PermalinkOf[] = ['form', 'submission'];

function permalinkIn(value: unknown, of: PermalinkOf = 'form'): string {
	return readPermalink(value, of).permalink;
}

describe('a permalink itself', () => {
	it.each(KINDS)('is taken as it is, case kept, for a %s', (of) => {
		expect(readPermalink(FORM, of)).toStrictEqual({ permalink: FORM });
	});

	it.each([
		['9', 'aB3dE5gH7', 'Form is "aB3dE5gH7", which has 9 characters.'],
		['11', 'aB3dE5gH7jk', 'Form is "aB3dE5gH7jk", which has 11 characters.'],
		['1', 'a', 'Form is "a", which has 1 character.'],
	])('of %s characters is refused, naming the parameter and what was found', (_, text, message) => {
		const refusal = refusalOf(() => readPermalink(text, 'form'));
		expect(refusal.parameter).toBe('Form');
		expect(refusal.message).toBe(message);
		expect(refusal.remedy).toContain('exactly 10 characters');
	});

	it.each([
		['letters of any script', 'éßжあ字אعहñø'],
		['ten emoji', '😀😁😂🤣😃😄😅😆😉😊'],
		['characters beyond 16 bits', '𝐚𝐛𝐜𝐝𝐞𝐟𝐠𝐡𝐢𝐣'],
		['a letter with a combining mark, which counts as two', 'e\u0301bcdefghi'],
		['punctuation that a path carries', "-._~!$&'()"],
		['brackets and quotes', '[]{}<>"\'ab'],
	])('is taken with %s, a code point counting as one', (_, text) => {
		expect(permalinkIn(text)).toBe(text);
	});

	it.each([
		['9 emoji', '😀😁😂🤣😃😄😅😆😉', 9],
		['5 emoji, 10 units of UTF-16', '😀😁😂🤣😃', 5],
	])('is refused with %s', (_, text, count) => {
		expect(refusalOf(() => permalinkIn(text)).message).toContain(`has ${count} characters`);
	});

	it.each([
		['/', 'aB3dE/gH7j'],
		['?', 'aB3dE?gH7j'],
		['#', 'aB3dE#gH7j'],
		['%', 'aB3dE%gH7j'],
		['\\', 'aB3dE\\gH7j'],
		['a space', 'aB3dE gH7j'],
		['NUL', 'aB3dE\0gH7j'],
		['a C1 control', 'aB3dE\x85gH7j'],
		['a no-break space', 'aB3dE\u00a0gH7j'],
		['a zero-width space', 'aB3dE\u200bgH7j'],
		['a Hangul filler', 'aB3dE\u3164gH7j'],
		['a tag character', 'aB3dE\u{e0041}gH7j'],
		['a lone high surrogate', 'aB3dE\ud800gH7j'],
	])('with %s in it is refused, and the refusal shows it', (_, text) => {
		const refusal = refusalOf(() => permalinkIn(text));
		expect(refusal.parameter).toBe('Form');
		expect(refusal.message).toContain('which holds white space, an invisible character or one of');
		expect(refusal.message).not.toMatch(/[^\x20-\x7e]/u);
	});
});

describe('what an expression can give', () => {
	it.each([
		['a number', 1234567890],
		['a big integer', 1234567890n],
		['a number in a locator', { __rl: true, mode: 'id', value: 1234567890 }],
	])('takes %s as its text', (_, value) => {
		expect(permalinkIn(value)).toBe('1234567890');
	});

	it.each([
		['too small', 123456789, '"123456789", which has 9 characters'],
		['not a number', NaN, '"NaN", which has 3 characters'],
	])('refuses a number that is %s by what was found', (_, value, found) => {
		expect(refusalOf(() => permalinkIn(value)).message).toContain(found);
	});

	it.each([
		['undefined', undefined],
		['null', null],
		['empty text', ''],
		['a locator that is empty', { __rl: true, mode: 'url', value: '' }],
		['a locator with null', { __rl: true, mode: 'id', value: null }],
		['a locator with undefined', { __rl: true, mode: 'id', value: undefined }],
	])('refuses %s as empty, and points to the expression', (_, value) => {
		for (const of of KINDS) {
			const refusal = refusalOf(() => readPermalink(value, of));
			expect(refusal.message).toBe(of === 'form' ? 'Form is empty.' : 'Submission is empty.');
			expect(refusal.remedy).toContain('expression');
		}
	});

	it.each([
		['true', true],
		['a list', [FORM]],
		['an object', { __rl: true, mode: 'id', value: { id: FORM } }],
		['false', { __rl: true, mode: 'id', value: false }],
		['a function', permalinkIn],
	])('refuses %s by what was found, which is not "empty"', (found, value) => {
		const refusal = refusalOf(() => permalinkIn(value));
		expect(refusal.parameter).toBe('Form');
		expect(refusal.message).toBe(`Form is ${found}, not a permalink.`);
	});

	it.each([' ', '\r\n', '\u00a0', '\ufeff'])(
		'takes away %j around a permalink or an address, as spreadsheets give it',
		(space) => {
			for (const value of [FORM, `${HOST}/forms/${FORM}/responses`]) {
				expect(permalinkIn(space + value + space)).toBe(FORM);
			}
			expect(permalinkIn({ __rl: true, mode: 'id', value: FORM + space })).toBe(FORM);
			expect(refusalOf(() => permalinkIn(space + space)).message).toBe('Form is empty.');
			// What is left is too short, and not filled up by it.
			expect(refusalOf(() => permalinkIn(`${space}B3dE5gH7j`)).message).toContain('9 characters');
		},
	);
});

describe('a pasted address', () => {
	it.each([
		`${HOST}/forms/${FORM}`,
		`${HOST}/a/prefix/forms/${FORM}/responses`,
		`${HOST}/forms/forms/${FORM}/responses`,
		`${HOST}/forms/%61B3dE5gH7j/responses`,
		`${HOST}/forms/production/forms/${FORM}/responses`,
		`${HOST}/forms/${FORM}/responses?next=/../x\\y`,
		`HTTPS://FORMS.EXAMPLE.COM/forms/${FORM}/responses`,
		`https://a:b@x.io:8443/forms/${FORM}/responses?sort=/forms/x#/forms/zzzzzzzzzz`,
		`${HOST}/forms/${FORM}/responses/${SUBMISSION}`,
		`${HOST}/forms/${FORM}/settings/fields/3?x#y`,
		`${HOST}/api/v1/forms/${FORM}/submissions/new`,
		`${HOST}/forms/api/v1/forms/${FORM}/submissions`,
	])('gives the form of %s', (address) => {
		expect(permalinkIn(address)).toBe(FORM);
	});

	it.each([
		`${HOST}/forms/${FORM}/responses/${SUBMISSION}`,
		`${HOST}/forms/${FORM}/responses/kL9mN1pQ3%72`,
		`${HOST}/forms/${FORM}/responses/${SUBMISSION}/edit/forms/zzzzzzzzzz/responses/zzzzzzzzzz`,
		`${HOST}/prefix/api/v1/forms/${FORM}/submissions/${SUBMISSION}/?access_token=x`,
	])('gives the submission of %s, with its form and host', (address) => {
		expect(readPermalink(address, 'submission')).toStrictEqual({
			permalink: SUBMISSION,
			formInAddress: FORM,
			host: 'forms.example.com',
		});
	});

	it('gives the form with its host, and no other form', () => {
		expect(readPermalink(`${HOST}/forms/${FORM}/responses`, 'form')).toStrictEqual({
			permalink: FORM,
			host: 'forms.example.com',
		});
	});

	it('decodes the form of a submission too, and keeps what cannot be decoded', () => {
		const formIn = (form: string) =>
			readPermalink(`${HOST}/forms/${form}/responses/${SUBMISSION}`, 'submission').formInAddress;
		expect(formIn('%61B3dE5gH7j')).toBe(FORM);
		expect(formIn('aB3dE5g%zz')).toBe('aB3dE5g%zz');
	});

	it('decodes a permalink of letters beyond ASCII, as a browser copies it or as it shows it', () => {
		const permalink = 'éßжあ字😀abcd';
		for (const shown of [permalink, encodeURIComponent(permalink)]) {
			expect(permalinkIn(`${HOST}/forms/${shown}/responses`)).toBe(permalink);
		}
	});

	it.each(['..', '.', '%2e%2E', '.%2E', '..\\..', 'a\\b'])(
		'that leads elsewhere by what a row gives is refused: %s',
		(given) => {
			for (const tail of ['', `/forms/${OTHER}/responses/${SUBMISSION}`]) {
				const address = `${HOST}/forms/${FORM}/responses/${given}${tail}`;
				const refusal = refusalOf(() => readPermalink(address, 'submission'));
				expect(refusal.message).toMatch(/leads elsewhere by "\.\.", "\." or a backslash\.$/);
			}
		},
	);

	it.each([
		HOST,
		`${HOST}/forms`,
		`${HOST}/forms//responses`,
		`${HOST}/?next=/forms/${FORM}/responses`,
		`${HOST}/xforms/${FORM}`,
		'https://',
	])('without a form is refused: %s', (address) => {
		const refusal = refusalOf(() => permalinkIn(address));
		expect(refusal.message).toContain("which holds no form's permalink");
		expect(refusal.remedy).toContain('https://forms.example.com/forms/aB3dE5gH7j/responses');
	});

	it.each([
		`${HOST}/forms/${FORM}/responses`,
		`${HOST}/forms/${FORM}`,
		`${HOST}/forms/${FORM}/${SUBMISSION}`,
		`${HOST}/responses/${SUBMISSION}`,
		`${HOST}/api/v1/forms/${FORM}/submissions/new`,
		`${HOST}/api/v1/forms/${FORM}/submissions/`,
	])('without a submission is refused where one is wanted: %s', (address) => {
		expect(refusalOf(() => permalinkIn(address, 'submission')).message).toContain(
			"which holds no submission's permalink",
		);
	});

	it.each([
		['9 characters', `${HOST}/forms/aB3dE5gH7/responses`, 'has 9 characters'],
		['an encoded slash', `${HOST}/forms/aB3dE5gH7%2F/responses`, 'one of / ? # %'],
		['an encoded space', `${HOST}/forms/aB3dE5gH7%20/responses`, 'white space'],
		['an encoded percent sign', `${HOST}/forms/aB3dE5gH7%25/responses`, 'one of / ? # %'],
		['an encoding that is none', `${HOST}/forms/aB3dE5g%zz/responses`, 'one of / ? # %'],
		['an encoding that is no UTF-8', `${HOST}/forms/aB3dE5g%ff/responses`, 'one of / ? # %'],
	])('with %s for a permalink is refused', (_, address, found) => {
		expect(refusalOf(() => permalinkIn(address)).message).toContain(found);
	});

	it.each([
		`ftp://forms.example.com/forms/${FORM}/responses`,
		`forms.example.com/forms/${FORM}/responses`,
		`https:/forms.example.com/forms/${FORM}/responses`,
		`httpss://forms.example.com/forms/${FORM}/responses`,
		`see https://forms.example.com/forms/${FORM}/responses`,
	])('that only looks like one is refused: %s', (address) => {
		const refusal = refusalOf(() => permalinkIn(address));
		expect(refusal.parameter).toBe('Form');
		expect(refusal.message).toMatch(/which has \d+ characters\.$/);
	});
});

describe('what a refusal quotes', () => {
	const token = 'tok-9f8e7d6c';

	it.each([
		`https://x.io/?access_token=${token}`,
		`https://x.io/forms?access_token=${token}`,
		`https://x.io/forms/short?access_token=${token}`,
		`https://x.io/forms/short#access_token=${token}`,
		`https://someone:${token}@x.io/forms/short`,
		`https://someone:${token}@x.io/`,
		`https://someone:a/${token}@x.io/forms/short`,
		`https://someone:a#${token}?${token}@x.io/forms/short`,
		`https://someone:${token}#a@x.io/forms/short`,
		`someone:${token}@x.io/forms/${FORM}`,
		`https://x.io/forms/aB3dE5gH7j%3Faccess_token=${token}`,
		`x.io/forms/${FORM}?access_token=${token}`,
		`x.io/forms/${FORM}#access_token=${token}`,
		`ftp://x.io/?access_token=${token}`,
		`/forms/${FORM}?access_token=${token}`,
		`${FORM}?access_token=${token}`,
	])('holds no query, fragment or user info: %s', (address) => {
		for (const of of KINDS) {
			expect(wordsOf(refusalOf(() => readPermalink(address, of)))).not.toContain(token);
		}
	});

	it.each([
		['https://x.io/forms?access_token=a', 'the address "https://x.io/forms…"'],
		['https://someone:secret@x.io/forms#a', 'the address "https://…@x.io/forms…"'],
		['x.io/forms?a\nb', '"x.io/forms…"'],
	])('shows where something is left out: %j', (address, quoted) => {
		expect(refusalOf(() => permalinkIn(address)).message).toContain(`Form is ${quoted}, which h`);
	});

	it('is cut, however long the text is', () => {
		const refusal = refusalOf(() => permalinkIn('x'.repeat(100_000)));
		expect(refusal.message.length).toBeLessThan(200);
		expect(refusal.message).toContain('100000 characters');
	});
});

const ofTen = (unit: 'binary' | 'grapheme-ascii' | fc.Arbitrary<string>) =>
	fc.string({ unit, minLength: 10, maxLength: 10 });

const likelyPermalink = fc.oneof(
	ofTen('grapheme-ascii'),
	ofTen(fc.constantFrom(...Array.from('.~!*()\'&=+:;,@$"<>[]{}|^`éж字😀aZ09-_'))),
	ofTen('binary'),
);

it('fills the path with one segment for each accepted permalink, on the same host, that decodes back', () => {
	holdsFor(fc.tuple(likelyPermalink, likelyPermalink), ([form, submission]) => {
		fc.pre(isPermalink(form) && isPermalink(submission));
		const path = fillPath('/api/v1/forms/[permalink]/submissions/[submission_permalink]', {
			permalink: form,
			submission_permalink: submission,
		});
		const url = new URL(`${HOST}/prefix${path}`);
		expect(url.host).toBe('forms.example.com');
		expect([url.search, url.hash, url.username, url.password]).toStrictEqual(['', '', '', '']);
		const names = ['', 'prefix', 'api', 'v1', 'forms', form, 'submissions', submission];
		expect(url.pathname.split('/').map(decodeURIComponent)).toStrictEqual(names);
	});
});

it('reads the same permalink from the address of its page', () => {
	holdsFor(likelyPermalink, (permalink) => {
		fc.pre(isPermalink(permalink));
		const address = `${HOST}/forms/${encodeURIComponent(permalink)}/responses`;
		expect(permalinkIn(address)).toBe(permalink);
	});
});

it('takes any text or refuses it in words, whatever it is', () => {
	holdsFor(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.anything()), (value) => {
		try {
			const { permalink } = readPermalink(value, 'submission');
			expect(Array.from(permalink)).toHaveLength(10);
		} catch {
			expect(refusalOf(() => readPermalink(value, 'submission')).parameter).toBe('Submission');
		}
	});
});
