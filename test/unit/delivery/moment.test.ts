import { momentOf } from '../../../nodes/Submissions/delivery/moment.ts';
import type { HeldClock } from '../heldClock.ts';
import { holdClock, restoreClock, useHeldLimits } from '../heldClock.ts';
import { scripted } from './scripted.ts';

const { spans, ends } = useHeldLimits();
let time: HeldClock;

beforeEach(() => {
	time = holdClock();
});
afterEach(restoreClock);

const runOf = (cancel?: AbortSignal) =>
	scripted({ answer: () => undefined, ...(cancel && { cancel }) }).context;

it.each([
	[60_000, 250],
	[1000, 50],
])('a request of %i ms shares the moment of those up to %i ms before it', async (span, length) => {
	const run = runOf();
	const first = momentOf(run, span);
	await time.pass(length - 1);
	expect(momentOf(run, span)).toBe(first);
	await time.pass(1);
	expect(momentOf(run, span)).not.toBe(first);
	// So that none has less than its time.
	expect(spans[0]).toBe(span + length);
});

it('nine share one at most: of more than ten who listen to a signal, Node.js 20 warns', () => {
	const run = runOf();
	const moments = Array.from({ length: 12 }, () => momentOf(run, 60_000));
	const sizes = [...new Set(moments)].map((one) => moments.filter((other) => other === one).length);
	expect(sizes).toStrictEqual([9, 3]);
});

it('shares none with a request of another time, of another run, or whose time is over', () => {
	const run = runOf();
	const first = momentOf(run, 60_000);
	expect(momentOf(runOf(), 60_000)).not.toBe(first);
	const latest = momentOf(run, 60_001);
	expect(latest).not.toBe(first);
	ends.at(-1)?.abort();
	expect(momentOf(run, 60_001)).not.toBe(latest);
});

it("ends the run in n8n's eyes at its end, and where the execution is cancelled", () => {
	const cancel = new AbortController();
	const run = runOf(cancel.signal);
	const endOf = (span: number) => momentOf(run, span).run.getExecutionCancelSignal();
	const [first, second] = [endOf(1000), endOf(2000)];
	ends[0]?.abort();
	expect([first?.aborted, second?.aborted]).toStrictEqual([true, false]);
	cancel.abort();
	expect(second?.aborted).toBe(true);
});
