import type { Closure } from '../../../nodes/Submissions/delivery/closure.ts';
import { createClosure } from '../../../nodes/Submissions/delivery/closure.ts';

/** The middle of what chance gives, which spreads nothing. */
const middling = () => 0.5;

const closed = (closure: Closure, now = 0): Closure => {
	closure.close('limit', now, undefined, undefined);
	return closure;
};

it.each([
	['after a refusal', 'limit', undefined, 120, 180],
	['of a service that is away', 'away', undefined, 400, 600],
	['after as long as it asked for', 'limit', 500, 500, 550],
	['after long waits by little', 'limit', 9000, 9000, 9100],
] as const)('chance spreads when several runs come back, %s', (_, why, wait, soonest, latest) => {
	const dues = [0, 1].map((chance) => {
		const closure = createClosure(() => chance, true);
		closure.close(why, 0, wait, undefined);
		return closure.dueAt;
	});
	expect(dues.map(Math.round)).toStrictEqual([soonest, latest]);
});

it('chance spreads when they come back after a further refusal', () => {
	const dues = [0, 1].map((chance) => {
		const closure = closed(createClosure(() => chance, true));
		closure.prolong('limit', 2000, undefined);
		return closure.dueAt;
	});
	expect(dues).toStrictEqual([2320, 2480]);
});

it('is as long as forecast, and prolonged by no less than the forecast is sure of', () => {
	const closure = createClosure(middling, true);
	closure.close('limit', 1000, undefined, { pause: 3000, step: 700 });
	expect([closure.since, closure.dueAt]).toStrictEqual([1000, 4000]);
	closure.prolong('limit', 4000, undefined);
	expect(closure.dueAt).toBe(4700);
	closure.prolong('limit', 11_000, undefined);
	expect(closure.dueAt).toBe(13_000);
	closure.prolong('limit', 91_000, undefined);
	expect(closure.dueAt).toBe(96_000);
});

it('is prolonged by a tenth of a second at least where nothing is forecast', () => {
	const closure = closed(createClosure(middling, true));
	closure.prolong('limit', 150, undefined);
	expect(closure.dueAt).toBe(250);
});

it.each([
	['harm', true, 5000],
	['harm', false, 2000],
	['away', true, 2000],
] as const)('pauses of an outage double: %s, may do harm to ask: %s', (why, isHarmful, longest) => {
	const closure = createClosure(middling, isHarmful);
	closure.close(why, 0, undefined, undefined);
	const pauses = [closure.dueAt];
	for (let now = 10_000; now <= 50_000; now += 10_000) {
		closure.prolong(why, now, undefined);
		pauses.push(closure.dueAt - now);
	}
	const doubled = [500, 1000, 2000, 4000, 8000, 16_000];
	expect(pauses).toStrictEqual(doubled.map((pause) => Math.min(longest, pause)));
	closure.open();
	closure.close(why, 60_000, undefined, undefined);
	expect(closure.dueAt).toBe(60_500);
});

it('of those that were sent before it closed, harm counts, and whoever asks for the longest wait', () => {
	const closure = closed(createClosure(() => 0, true));
	closure.close('harm', 10, undefined, undefined);
	expect([closure.reason, closure.dueAt]).toStrictEqual(['harm', 120]);
	closure.close('limit', 20, 3000, undefined);
	closure.close('limit', 30, 1000, undefined);
	expect([closure.reason, closure.since, closure.dueAt]).toStrictEqual(['harm', 0, 3020]);
	closure.prolong('limit', 4000, undefined);
	expect(closure.reason).toBe('limit');
});

it('ends at once where something shows that the service is well, unless it asked for a wait', () => {
	const closure = closed(createClosure(middling, true));
	closure.relent(50);
	expect(closure.dueAt).toBe(50);
	closure.relent(60);
	expect(closure.dueAt).toBe(50);
	closure.prolong('limit', 60, 2000);
	closure.relent(70);
	expect(closure.dueAt).toBeGreaterThanOrEqual(2060);
	closure.open();
	closed(closure, 5000).relent(5010);
	expect(closure.dueAt).toBe(5010);
});

it('is due never while the service is asked, and has no reason once it is open', () => {
	const closure = closed(createClosure(middling, true));
	closure.probe(true);
	expect(closure.dueAt).toBe(Infinity);
	closure.probe(false);
	expect(closure.dueAt).toBe(150);
	closure.probe(true);
	closure.open();
	expect([closure.reason, closure.dueAt]).toStrictEqual([undefined, 150]);
});
