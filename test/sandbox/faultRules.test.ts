import { FaultInjector } from '../../sandbox/faults/injector.ts';
import type { RequestFacts } from '../../sandbox/faults/matching.ts';
import { seededRandom } from '../../sandbox/faults/random.ts';
import type { FaultSettingsInput } from '../../sandbox/faults/rule.ts';
import { fromShortForm } from '../../sandbox/faults/shortForm.ts';

const facts: RequestFacts = {
	operation: 'create',
	method: 'POST',
	path: '/api/v1/forms/FORM234567/submissions/new',
	headers: { 'x-test': 'one' },
	form: 'FORM234567',
	submission: '',
	values: { name: 'A', list: [1, 2] },
};

function injectorOf(settings: FaultSettingsInput): FaultInjector {
	const injector = new FaultInjector();
	injector.set(settings);
	return injector;
}

/** The kinds that a run of equal requests meets, `-` where nothing goes wrong. */
function kinds(injector: FaultInjector, count: number): string {
	return Array.from({ length: count }, () => injector.decide(facts)?.kind ?? '-').join(' ');
}

it('applies the first rule that is due', () => {
	const injector = injectorOf({ rules: ['hang@nth=2', 'truncate@first=3'] });
	expect(kinds(injector, 4)).toBe('truncate hang truncate -');
	expect(injector.report.rules).toMatchObject([
		{ matched: 4, applied: 1 },
		{ matched: 4, applied: 2 },
	]);
	expect(injector.applied).toStrictEqual({ hang: 1, truncate: 2 });
});

it.each([
	['hang', 'hang hang hang hang hang'],
	['hang@nth=2+5', '- hang - - hang'],
	['hang@first=2', 'hang hang - - -'],
	['hang@every=2', '- hang - hang -'],
	['hang@rate=0', '- - - - -'],
	['hang@rate=1', 'hang hang hang hang hang'],
	['hang@rate=1,nth=3', '- - hang - -'],
])('applies %s to %s', (rule, expected) => {
	expect(kinds(injectorOf({ rules: [rule] }), 5)).toBe(expected);
});

it('chooses the same requests again with the same seed, and others with another', () => {
	const rules = ['hang@rate=0.3'];
	const chosen = kinds(injectorOf({ rules, seed: 7 }), 200);
	expect(kinds(injectorOf({ rules, seed: 7 }), 200)).toBe(chosen);
	expect(kinds(injectorOf({ rules, seed: 8 }), 200)).not.toBe(chosen);
});

it('spreads its numbers evenly', () => {
	const random = seededRandom(1);
	const buckets = Array.from({ length: 10 }, () => 0);
	for (let index = 0; index < 10_000; index++) {
		const bucket = Math.floor(random() * 10);
		buckets[bucket] = (buckets[bucket] ?? 0) + 1;
	}
	for (const count of buckets) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

it.each([
	{ method: 'post' },
	{ method: ['DELETE', 'POST'] },
	{ path: 'FORM\\d+/submissions/new$' },
	{ operation: 'create' as const },
	{ form: 'FORM234567' },
	{ header: { 'X-Test': '^one$' } },
	{ field: { name: 'A', list: '^\\[1,2\\]$' } },
])('is about a request of which %j holds', (match) => {
	const injector = injectorOf({ rules: [{ match, then: { kind: 'hang' } }] });
	expect(kinds(injector, 1)).toBe('hang');
});

it.each([
	{ method: 'GET' },
	{ path: '^/submissions' },
	{ operation: ['get' as const, 'delete' as const] },
	{ form: 'OTHER' },
	{ submission: 'OTHER' },
	{ header: { other: '.' } },
	{ header: { 'x-test': 'two' } },
	{ field: { constructor: 'Object' } },
	{ operation: 'create' as const, method: 'GET' },
])('is not about a request of which %j does not hold', (match) => {
	const injector = injectorOf({ rules: [{ match, then: { kind: 'hang' } }] });
	expect(kinds(injector, 1)).toBe('-');
	expect(injector.report.rules).toMatchObject([{ matched: 0 }]);
});

it('counts anew when the rules are set, and does nothing when they are cleared', () => {
	const injector = injectorOf({ rules: ['hang@first=1'] });
	expect(kinds(injector, 2)).toBe('hang -');
	injector.set({ rules: ['hang@first=1'] });
	expect(kinds(injector, 2)).toBe('hang -');
	injector.clear();
	expect(kinds(injector, 1)).toBe('-');
});

it.each([
	['hang', { then: { kind: 'hang' } }],
	['refuse:503', { then: { kind: 'refuse', status: 503 } }],
	['slow:20', { then: { kind: 'slow', ms: 20 } }],
	[
		'redirect:https://a.example.com/x',
		{ then: { kind: 'redirect', location: 'https://a.example.com/x' } },
	],
	[
		'tooMany:2@rate=0.1,operation=create+update',
		{
			then: { kind: 'tooMany', retryAfter: 2 },
			when: { rate: 0.1 },
			match: { operation: ['create', 'update'] },
		},
	],
	[' {"then":{"kind":"hang"}}', { then: { kind: 'hang' } }],
])('reads the short form %s', (text, rule) => {
	expect(fromShortForm(text)).toStrictEqual(rule);
});

it.each([
	'',
	'boom',
	'hang@',
	'hang@nth',
	'hang@nth=0',
	'hang@foo=1',
	'slow:x',
	'{"then"',
	'refuse:99',
])('refuses "%s"', (text) => {
	expect(() => injectorOf({ rules: [text] })).toThrow();
});

it('applies a rule for a span of time, counted from when it was set', () => {
	let now = 500;
	const injector = new FaultInjector(() => now);
	injector.set({ rules: ['refuse:502@afterMs=1000,forMs=2000'] });
	const at = (time: number) => {
		now = 500 + time;
		return kinds(injector, 1);
	};
	expect([0, 999, 1000, 2999, 3000].map(at)).toStrictEqual(['-', '-', 'refuse', 'refuse', '-']);
});
