import fc from 'fast-check';

import { redactor } from '../../../nodes/Submissions/response/redact.ts';
import { holdsFor } from '../property.ts';
import { many, withoutStall } from '../stall.ts';

const jsonOf = (text: string) => JSON.stringify(text).slice(1, -1);
const TAGS = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Encoders made here, apart from those that are tested: how servers and proxies write a text. */
const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
	'as it is': (text) => text,
	'in capitals': (text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
	'in small letters': (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
	encodeURIComponent: (text) => encodeURIComponent(text),
	encodeURI: (text) => encodeURI(text),
	'encodeURIComponent with small hex digits': (text) =>
		encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
	'RFC 3986': (text) =>
		encodeURIComponent(text).replace(/[!'()*]/g, (sign) => percent(sign.charCodeAt(0))),
	URLSearchParams: (text) => new URLSearchParams([['', text]]).toString().slice(1),
	'a query that URL wrote': (text) =>
		new URL(`https://x.io/?${text.replaceAll('#', '%23')}`).search.slice(1),
	'every byte with %': (text) => Array.from(Buffer.from(text), percent).join(''),
	'JSON.stringify': jsonOf,
	'JSON as PHP writes it': (text) => escapeUnicode(jsonOf(text), /[^ -~]/g).replaceAll('/', '\\/'),
	'JSON as Python writes it': (text) => escapeUnicode(jsonOf(text), /[^ -~]/g),
	'JSON as Go writes it': (text) => escapeUnicode(jsonOf(text), /[<>&]/g),
	'JSON as .NET writes it': (text) =>
		escapeUnicode(jsonOf(text).replaceAll('\\"', '\\u0022'), /[^ -~]|[<>&'+`]/g).replace(
			/\\u..../g,
			(code) => `\\u${code.slice(2).toUpperCase()}`,
		),
	'every letter with \\u': (text) => escapeUnicode(text, /[^]/g),
	'HTML as PHP writes it': entities({ '"': '&quot;', "'": '&#039;' }),
	'HTML as Go writes it': entities({ '"': '&#34;', "'": '&#39;' }),
	'HTML as Handlebars writes it': entities({
		'"': '&quot;',
		"'": '&#x27;',
		'`': '&#x60;',
		'=': '&#x3D;',
	}),
	'HTML without quotes': entities({}),
	'every letter as a decimal entity': (text) =>
		Array.from(text, (letter) => `&#${letter.codePointAt(0) ?? 0};`).join(''),
	'every letter as a hexadecimal entity': (text) =>
		Array.from(text, (letter) => `&#x${(letter.codePointAt(0) ?? 0).toString(16)};`).join(''),
	'HTML with letters named': entities({ é: '&eacute;', ß: '&szlig;', ü: '&uuml;', ö: '&ouml;' }),
	'HTML with signs named': entities({
		...{ '=': '&equals;', '/': '&sol;', '+': '&plus;', ':': '&colon;', '%': '&percnt;' },
		...{ '\\': '&bsol;', _: '&lowbar;', '"': '&QUOT;', '`': '&grave;', '.': '&period;' },
	}),
	'every letter with \\x': (text) =>
		text.replace(/[ -~]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`),
	'UTF-8 that is read as Latin-1': (text) => Buffer.from(text).toString('latin1'),
	'UTF-8 that is read as Windows-1252': (text) =>
		new TextDecoder('windows-1252').decode(Buffer.from(text)),
	'hexadecimal in small letters': (text) => Buffer.from(text).toString('hex'),
	'hexadecimal in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

function percent(byte: number): string {
	return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

function escapeUnicode(text: string, which: RegExp): string {
	return text.replace(which, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function entities(quotes: Readonly<Record<string, string>>): (text: string) => string {
	const names: Readonly<Record<string, string>> = { ...TAGS, ...quotes };
	return (text) => text.replace(/[^]/gu, (sign) => names[sign] ?? sign);
}

/** Secrets that a credential can hold. */
const secret = fc
	.oneof(
		fc.string({ unit: 'grapheme-ascii', minLength: 3, maxLength: 40 }),
		fc.string({
			unit: fc.constantFrom(...Array.from('aZ0+/=-_.~!*\'()&<>"$^|?[]{}\\ ')),
			minLength: 3,
		}),
		fc.string({ unit: 'grapheme', minLength: 3, maxLength: 20 }),
		fc.base64String({ minLength: 8, maxLength: 60 }),
		fc.uuid(),
	)
	.map((text) => text.trim())
	.filter((text) => text.length >= 3 && !'[hidden]'.includes(text.toLowerCase()));

/** Surroundings that cannot be taken for a part of it. */
const around = fc.constantFrom('', ' ', '\n', '"', '{"token":"', '<b>', 'key=', ': ', '…', '»');

/** Too short ones would look like parts of ordinary words when they are encoded as a whole. */
const FROM_FOUR_BYTES = ['hexadecimal in small letters', 'hexadecimal in capitals'];

describe('a secret, whatever stands around it', () => {
	it.each(Object.entries(ENCODERS))('is blanked where it is written %s', (name, encode) => {
		const text = 'Zk9 +/=-_.~!*\'()&<>"$^|?[]{}\\%;:@,#`éß字😀';
		for (const hidden of [
			text,
			Array.from(text).reverse().join('').trim(),
			'p&ss "wörd"/\'1+1\'',
		]) {
			const echoed = encode(hidden);
			expect([name, redactor([hidden])(`<${echoed}>`)]).toStrictEqual([name, '<[hidden]>']);
		}
	});

	it('is blanked in every way of writing', () => {
		holdsFor(fc.tuple(secret, around, around), ([hidden, before, after]) => {
			const redact = redactor([hidden]);
			const surviving = Object.entries(ENCODERS).filter(([name, encode]) => {
				if (Buffer.from(hidden).length < 4 && FROM_FOUR_BYTES.includes(name)) return false;
				const echoed = encode(hidden);
				return redact(`${before}${echoed}${after}${echoed}`).includes(echoed);
			});
			expect(surviving.map(([name]) => name)).toStrictEqual([]);
		});
	});
});

/** Whether some stretch of the text, read as Base64 from any of its letters on, holds the secret. */
function holdsInBase64(text: string, hidden: string): boolean {
	return (text.match(/[\w+/-]+/g) ?? []).some((run) =>
		[0, 1, 2, 3].some((start) => Buffer.from(run.slice(start), 'base64').includes(hidden)),
	);
}

describe('a secret in Base64', () => {
	const long = secret.filter((text) => Buffer.from(text).length >= 8);

	it.each(['base64', 'base64url'] as const)(
		'is blanked at any offset in a longer text: %s',
		(way) => {
			const texts = fc.string({ unit: 'grapheme', maxLength: 9 });
			holdsFor(fc.tuple(long, texts, texts), ([text, before, after]) => {
				const echoed = Buffer.from(before + text + after).toString(way);
				const seen = redactor([text])(`Authorization: Basic ${echoed} was refused`);
				expect(holdsInBase64(`Basic ${echoed}`, text)).toBe(true);
				expect(holdsInBase64(seen, text)).toBe(false);
			});
		},
	);

	it.each(['pass', 'hunter', 'a+b/c'])('is blanked where it is short: %s', (text) => {
		const echoed = Buffer.from(text).toString('base64');
		expect(redactor([text])(`token "${echoed}" is not valid`)).not.toContain(echoed);
		const basic = Buffer.from(`someone:${text}`).toString('base64');
		expect(holdsInBase64(redactor(['someone', text])(`Basic ${basic}`), text)).toBe(false);
	});
});

describe('several secrets', () => {
	it('are all blanked, also where one stands in the other', () => {
		const redact = redactor(['abc', 'abcdef', 'xyz!']);
		expect(redact('abcdef abc xyz! ab')).toBe('[hidden] [hidden] [hidden] ab');
	});

	it('are blanked one after the other without a gap', () => {
		expect(redactor(['one-secret', 'two-secret'])('one-secrettwo-secret')).toBe('[hidden][hidden]');
	});

	it('that are empty are passed over', () => {
		expect(redactor(['', ''])('text')).toBe('text');
	});
});

describe('a text without the secret', () => {
	it.each([
		'The form was not found.',
		'{"error":"invalid_token","error_description":"The access token was cancelled."}',
		'YWJjZGVmZ2hpamtsbW5vcA==',
		'https://forms.example.com/forms/aB3dE5gH7j/responses?page=2',
		'deadbeefcafe',
		'',
	])('comes out unchanged: %s', (text) => {
		const redact = redactor(['sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'correct horse battery']);
		expect(redact(text)).toBe(text);
	});

	it('comes out unchanged, whatever it is', () => {
		const secrets = fc.constantFrom(
			'tok-4eC39HqLyjWDarjt',
			'Pa$$w0rd with spaces',
			'пароль-123456',
		);
		holdsFor(fc.tuple(secrets, fc.lorem({ mode: 'sentences' })), ([hidden, text]) => {
			expect(redactor([hidden])(text)).toBe(text);
		});
	});
});

it('blanks nothing twice: what was blanked stays as it is', () => {
	holdsFor(fc.tuple(secret, fc.string()), ([hidden, text]) => {
		const redact = redactor([hidden]);
		const once = redact(`${text}${hidden}`);
		expect(redact(once)).toBe(once);
	});
});

describe('where a quoted value was cut in the middle of a secret', () => {
	it.each([
		['Form is "to.k…", which', 'Form is "[hidden]", which'],
		['Form is "to.ke…", which', 'Form is "[hidden]", which'],
		['Form is "to.ken…", which', 'Form is "[hidden]", which'],
		['Form is "to.ken7…", which', 'Form is "[hidden]…", which'],
		['Form is "TO.KE…", which', 'Form is "[hidden]", which'],
		['a few letters of it say nothing: to.…', 'a few letters of it say nothing: to.…'],
		['nor do others: toxk…', 'nor do others: toxk…'],
		['nor does so little before dots: to.ken...', 'nor does so little before dots: to.ken...'],
		['what is not cut is not touched: to.k', 'what is not cut is not touched: to.k'],
	])('%j', (text, seen) => {
		expect(redactor(['to.ken7'])(text)).toBe(seen);
	});

	it.each([
		['submissions-bot-77', 'Loading submissions...', 'Loading submissions...'],
		['submissions-bot-77', 'by submissions-...', 'by [hidden]..'],
		['tok-4eC39Hq', 'by tok-4eC3..., tok-4eC3.', 'by [hidden].., tok-4eC3.'],
		['tok-4eC39Hq', 'by tok-4eC...', 'by tok-4eC...'],
		['qwertyuiopasdfghjkl', 'by qwertyuiopasdfgh..', 'by [hidden].'],
		['qwertyuiopasdfghjkl', 'by qwertyuiopasdfg..', 'by qwertyuiopasdfg..'],
	])('by dots, a beginning of %j counts that is no word: %j', (hidden, text, seen) => {
		expect(redactor([hidden])(text)).toBe(seen);
	});

	it('nothing is left of a long one', () => {
		const long = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index));
		expect(redactor([long.join('')])(`"${long.slice(0, 60).join('')}…"`)).toBe('"[hidden]"');
	});
});

it('leaves alone what a secret of three letters would be in Base64, since words look like that', () => {
	expect(redactor(['abc'])('YWJj abc')).toBe('YWJj [hidden]');
	// The last letter holds bits of whatever follows too.
	expect(redactor(['abcd'])('YWJjZA==')).toBe('[hidden]A==');
});

it.each([
	['Latin-1 that is read as UTF-8', 'gr\ufffdn und wei\ufffd'],
	['Latin-1 in Base64', Buffer.from('ada:grün und weiß', 'latin1').toString('base64')],
	['Latin-1 in hexadecimal', Buffer.from('grün und weiß', 'latin1').toString('hex')],
	['Latin-1, percent-encoded', 'gr%FCn+und+wei%DF'],
	['HTML without semicolons', 'gr&uumln und wei&szlig'],
])('is blanked in %s', (_, echoed) => {
	expect(redactor(['grün und weiß'])(`<${echoed}>`)).toMatch(/^<\w{0,6}\[hidden\]\w?=*>$/);
});

it.each(['a&lt/b&equals;z', 'a&#60/b&#x3Dz', 'a\\x3c/b\\x3dz', 'a&LT;&sol;b&#61z'])(
	'is blanked where signs are named or numbered: %s',
	(echoed) => {
		expect(redactor(['a</b=z'])(`${echoed} ${echoed}`)).toBe('[hidden] [hidden]');
	},
);

it.each([
	['76 characters', 76, '\n'],
	['64 characters', 64, '\r\n'],
])('is blanked in Base64 of which each line has %s', (_, length, lineBreak) => {
	const long = Array.from({ length: 200 }, (__, n) => 'aZ0-_.+/='.charAt((n * n) % 9)).join('');
	const base64 = Buffer.from(`someone:${long}`).toString('base64');
	const lines = (base64.match(new RegExp(`.{1,${length}}`, 'g')) ?? []).join(lineBreak);
	expect(redactor([long])(`Basic ${lines}`)).toMatch(/^Basic [\w]{11}\[hidden\]\w?=*$/);
});

it('knows the apostrophe as XML writes it', () => {
	expect(redactor(["it's-me"])('it&apos;s-me')).toBe('[hidden]');
});

describe('a long secret', () => {
	const tokenOf = (length: number) =>
		Array.from({ length }, (_, index) => 'aZ0-_.+/='.charAt((index * index) % 9)).join('');

	it.each([3300, 60_000])('of %i characters is blanked, however it is written', (length) => {
		const token = tokenOf(length);
		const redact = redactor([token]);
		const surviving = Object.entries(ENCODERS).filter(
			([, encode]) => redact(`<${encode(token)}>`) !== '<[hidden]>',
		);
		expect(surviving.map(([name]) => name)).toStrictEqual([]);
		const basic = Buffer.from(`someone:${token}`).toString('base64');
		expect(redact(basic).length).toBeLessThan(30);
	});

	it.each([1, 7, 3299])('is blanked where the text ends after %i characters of it', (shown) => {
		const token = tokenOf(3300);
		const text = `with ${token.slice(0, shown)}`;
		expect(redactor([token])(text, true)).toBe('with [hidden]');
		expect(redactor([token])(`with ${encodeURIComponent(token).slice(0, shown)}`, true)).toMatch(
			/^with (\[hidden\])?$/,
		);
	});
});

it.each([
	[
		'encoded in one way inside another',
		encodeURIComponent(JSON.stringify('p&ss/"w0rd').slice(1, -1)),
	],
	['after what only looks like the start of an escape', '100%p&ss/"w0rd'],
	['each letter in another way', '%70&amp;\\u0073s\\/&#34;w%2530rd'],
])('a secret is blanked %s', (_, text) => {
	expect(redactor(['p&ss/"w0rd'])(text)).toMatch(/^(100%)?\[hidden\]$/);
});

it('a secret that itself looks encoded is blanked', () => {
	expect(redactor(['41%42c&amp;d'])('100%41%42c&amp;d, 41%2542c%26amp;d, 41%42c&amp;amp;d')).toBe(
		'100%[hidden], [hidden], [hidden]',
	);
});

describe('pathological input', () => {
	it.each([
		['a secret of one letter repeated', 'a'.repeat(200), 'a'.repeat(199).concat('b').repeat(2000)],
		['a secret of signs', '.*+?()[]{}|^$'.repeat(10), '.*+?()[]{}|^'.repeat(many(30_000))],
		['a long secret', 'tok-'.repeat(500), 'tok-'.repeat(499).repeat(100)],
		['a text of percent signs', '%25%25%25%25', '%25%'.repeat(many(100_000))],
		['a secret of backslashes', `${'\\'.repeat(40)}x`, '\\'.repeat(80)],
		['a text of ampersands', '&&&&&&amp;', '&amp;&#38;'.repeat(many(50_000))],
	])('is gone through without a stall: %s', (_, hidden, text) => {
		const seen = withoutStall(() => redactor([hidden])(`${text}\n${hidden}`));
		expect(seen).toMatch(/\n.*\[hidden\]/);
	});
});
