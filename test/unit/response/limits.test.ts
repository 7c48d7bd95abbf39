import fc from 'fast-check';

import type { Limits } from '../../../nodes/Submissions/response/limits.ts';
import { NO_LIMITS, readLimits, saysNotNow } from '../../../nodes/Submissions/response/limits.ts';
import { holdsFor } from '../property.ts';

const NOW = Date.UTC(2015, 9, 21, 7, 27, 0);
const HOUR = 3_600_000;
const DATE = 'Wed, 21 Oct 2015 07:27:00 GMT';
const SKEWED = 'Wed, 21 Oct 2015 08:27:00 GMT';

const read = (headers: Record<string, string>, now = NOW) => readLimits(headers, now);
const waitOf = (header: string, now = NOW) => read({ 'retry-after': header }, now).wait;

describe('Retry-After', () => {
	it.each([
		['0', 0],
		['120', 120_000],
		[' 5 ', 5000],
		['007', 7000],
		['0.25', 250],
		['1.5', 1500],
		['86400', 86_400_000],
	])('as seconds, whole or not: %j is %i ms', (header, wait) => {
		expect(waitOf(header)).toBe(wait);
	});

	it.each([
		['Wed, 21 Oct 2015 07:28:00 GMT', 60_000],
		['Wednesday, 21-Oct-15 07:28:00 GMT', 60_000],
		['Wed Oct 21 07:28:00 2015', 60_000],
		['Sun Nov  1 07:27:00 2015', 11 * 24 * HOUR],
		['Wed, 21 Oct 2015 07:27:00 GMT', 0],
		['Sun, 06 Nov 1994 08:49:37 GMT', 0],
	])('as a date in each of the three forms: %j is in %i ms', (header, wait) => {
		expect(waitOf(header)).toBe(wait);
	});

	it('as a date without a zone means GMT on a machine of any zone', () => {
		const parse = Date.parse.bind(Date);
		const inNewYork = (text: string) => parse(/GMT|Z$/.test(text) ? text : `${text} GMT-0400`);
		const spy = jest.spyOn(Date, 'parse').mockImplementation(inNewYork);
		try {
			expect(waitOf('Wed Oct 21 07:28:00 2015')).toBe(60_000);
		} finally {
			spy.mockRestore();
		}
	});

	it.each([
		'',
		' ',
		'-5',
		'.5',
		'5.',
		'1e3',
		'5, 6',
		'9'.repeat(400),
		'2015-10-21T07:28:00Z',
		'21 Oct 2015 07:28:00 GMT',
		'Wed, 99 Oct 2015 07:28:00 GMT',
		'Wed, 21 Oct 2015 99:28:00 GMT',
		'Wed, soon',
		'Wednesdayish',
	])('that cannot be read is as if it were not there: %j', (header) => {
		expect(waitOf(header)).toBeUndefined();
	});
});

const rest = (remaining: number, reset: number | undefined) => ({ remaining, reset });

describe('how many more, and until when', () => {
	const epoch = NOW / 1000;
	it.each<[name: string, headers: Record<string, string>, quota: Partial<Limits>]>([
		[
			'RateLimit with its policy',
			{ ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' },
			rest(50, 30_000),
		],
		[
			'RateLimit that leaves the time to its policy',
			{ ratelimit: '"a";r=3', 'ratelimit-policy': '"b";q=9;w=7, "a";q=10;w=60' },
			rest(3, 60_000),
		],
		[
			'the tightest of several',
			{ ratelimit: '"day";r=900;t=3600, "burst";r=2;t=1, "hour";r=40;t=600' },
			rest(2, 1000),
		],
		[
			'of two that are used up, the one that lasts',
			{ ratelimit: '"burst";r=0;t=1,"hour";r=0;t=600,"day";r=0;t=60' },
			rest(0, 600_000),
		],
		[
			'a name that holds what separates',
			{ ratelimit: '"a,b;r=9\\"";r=4;t=5', 'ratelimit-policy': '"a,b;r=9\\"";w=60' },
			rest(4, 5000),
		],
		[
			'spaces and unknown parameters',
			{ ratelimit: ' "x" ; pk=:YQ==: ; r=1 ; t=2 ' },
			rest(1, 2000),
		],
		[
			'a reset that is over',
			{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(epoch - 30) },
			rest(0, 0),
		],
		[
			'a decimal rest and span',
			{ 'x-ratelimit-remaining': '1.9', 'x-ratelimit-reset': '0.5' },
			rest(1, 500),
		],
		['no reset', { 'x-ratelimit-remaining': '3' }, rest(3, undefined)],
		[
			'the tightest of two families',
			{ 'ratelimit-remaining': '9', 'ratelimit-reset': '60', 'x-ratelimit-remaining': '2' },
			rest(2, undefined),
		],
	])('%s', (_, headers, quota) => {
		expect(read(headers)).toStrictEqual({ ...NO_LIMITS, ...quota });
	});

	it.each([
		{ 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': '5' },
		{ 'x-ratelimit-remaining': 'many', 'x-ratelimit-reset': '5' },
		{ 'x-ratelimit-remaining': '5, 6', 'x-ratelimit-reset': '5' },
		{ 'x-ratelimit-reset': '5' },
		{ 'x-ratelimit-limit': '5' },
		{ ratelimit: '"default";q=5;t=3' },
		{ ratelimit: '"default";r=?1;t=3' },
		{ ratelimit: '"never closed;r=5;t=3' },
	])('what says nothing of it: %j', (headers) => {
		expect(read(headers)).toStrictEqual(NO_LIMITS);
	});
});

describe("a service's clock that is an hour off", () => {
	it.each([
		['Retry-After as a date', { 'retry-after': 'Wed, 21 Oct 2015 08:28:00 GMT' }, 'wait'],
		[
			'a reset in epoch seconds',
			{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String((NOW + HOUR) / 1000 + 60) },
			'reset',
		],
	] as const)('does not matter for %s, where Date tells it', (_, headers, name) => {
		expect(read({ ...headers, date: SKEWED })[name]).toBe(60_000);
		expect(read({ ...headers })[name]).toBe(60_000 + HOUR);
		expect(read({ ...headers, date: 'an hour' })[name]).toBe(60_000 + HOUR);
	});

	it('is not assumed for the time that an answer takes and the seconds that Date cuts off', () => {
		const headers = { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT', date: DATE };
		expect(read(headers, NOW + 4999).wait).toBe(55_001);
		expect(read(headers, NOW + 5000).wait).toBe(60_000);
	});
});

it.each([
	['retry-after', '999999999', 999_999_999_000],
	['retry-after', '1000000000', 1e12],
	['retry-after', '99999999999999', 1e12],
	['retry-after', 'Fri, 31 Dec 9999 23:59:59 GMT', 1e12],
	['x-ratelimit-reset', `${NOW + 1e12 - 1}`, 1e12 - 1],
	['x-ratelimit-reset', `${NOW + 1e12}`, undefined],
	// In microseconds and nanoseconds.
	['x-ratelimit-reset', `${NOW}000`, undefined],
	['x-ratelimit-reset', `${NOW}000000`, undefined],
])(
	'a wait is one of thirty years at most, and a longer reset is none: %s: %s',
	(name, text, span) => {
		const { wait, reset } = read({ [name]: text, 'x-ratelimit-remaining': '0' });
		expect(name === 'retry-after' ? wait : reset).toBe(span);
	},
);

it('never gives what is negative or no number, whatever the headers hold', () => {
	const values = fc.oneof(
		fc.string(),
		fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
		fc.bigInt({ min: -5n }).map(String),
		fc.double().map(String),
		fc.stringMatching(/^[",;=\\rt0-9 ]*$/),
	);
	const names = [
		'date',
		'retry-after',
		'ratelimit',
		'ratelimit-policy',
		'ratelimit-remaining',
		'x-ratelimit-remaining',
		'x-ratelimit-reset',
		'x-rate-limit-reset',
	];
	const headers = fc.dictionary(fc.constantFrom(...names), values);
	holdsFor(fc.tuple(headers, fc.nat()), ([given, now]) => {
		const { remaining = 0, wait = 0, reset = 0 } = readLimits(given, now);
		expect(Math.min(remaining, wait, reset)).toBeGreaterThanOrEqual(0);
		expect(Math.max(wait, reset)).toBeLessThanOrEqual(1e12);
		expect(remaining).toBeLessThan(Infinity);
	});
});

it('reads back whatever quota is written, in each of its forms', () => {
	const quotas = fc.record({
		remaining: fc.nat(),
		seconds: fc.integer({ min: 0, max: 999_999_999 }),
	});
	holdsFor(quotas, ({ remaining, seconds }) => {
		const expected = { ...NO_LIMITS, remaining, reset: seconds * 1000 };
		const epoch = NOW / 1000 + seconds;
		const written: Record<string, string>[] = [
			{ ratelimit: `"p";r=${remaining};t=${seconds}` },
			{ ratelimit: `limit=1, remaining=${remaining}, reset=${seconds}` },
			{ 'ratelimit-remaining': `${remaining}`, 'ratelimit-reset': `${seconds}` },
			{ 'x-ratelimit-remaining': `${remaining}`, 'x-ratelimit-reset': `${epoch}` },
			{ 'x-rate-limit-remaining': `${remaining}`, 'x-rate-limit-reset': `${epoch * 1000}` },
		];
		for (const headers of written) expect(read(headers)).toStrictEqual(expected);
	});
});

const hinted: Limits = { ...NO_LIMITS, wait: 0 };
const usedUp: Limits = { ...NO_LIMITS, remaining: 0 };

it.each<[status: number, limits: Limits, isForNow: boolean]>([
	[429, NO_LIMITS, true],
	[420, NO_LIMITS, true],
	[503, hinted, true],
	[503, NO_LIMITS, false],
	[503, usedUp, false],
	[403, hinted, true],
	[403, usedUp, true],
	[403, { ...usedUp, remaining: 1 }, false],
	[403, NO_LIMITS, false],
	[500, hinted, false],
	[502, hinted, false],
	[404, hinted, false],
	[201, usedUp, false],
])('%i with %j refuses surely and only for now: %j', (status, limits, isForNow) => {
	expect(saysNotNow(status, limits)).toBe(isForNow);
});
