import { FaultInjector } from '../../sandbox/faults/injector.ts';
import type { RequestFacts } from '../../sandbox/faults/matching.ts';
import type { FaultSettingsInput } from '../../sandbox/faults/rule.ts';

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

it.each<[applies: boolean, match: object]>([
	[true, { method: 'post' }],
	[true, { method: ['DELETE', 'POST'] }],
	[true, { path: 'FORM\\d+/submissions/new$' }],
	[true, { operation: 'create' }],
	[true, { form: 'FORM234567' }],
	[true, { header: { 'X-Test': '^one$' } }],
	[true, { field: { name: 'A', list: '^\\[1,2\\]$' } }],
	[false, { method: 'GET' }],
	[false, { path: '^/submissions' }],
	[false, { operation: ['get', 'delete'] }],
	[false, { form: 'OTHER' }],
	[false, { submission: 'OTHER' }],
	[false, { header: { other: '.' } }],
	[false, { header: { 'x-test': 'two' } }],
	[false, { field: { constructor: 'Object' } }],
	[false, { operation: 'create', method: 'GET' }],
])('is %s of a request: %j', (applies, match) => {
	const injector = injectorOf({ rules: [{ match, then: { kind: 'hang' } }] });
	expect(kinds(injector, 1)).toBe(applies ? 'hang' : '-');
	expect(injector.report.rules).toMatchObject([{ matched: applies ? 1 : 0 }]);
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
