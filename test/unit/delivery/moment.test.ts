import { momentOf } from '../../../nodes/Submissions/delivery/moment.ts';
import { holdClock, restoreClock } from '../heldClock.ts';
import { scripted } from './scripted.ts';

const { context } = scripted({ answer: () => undefined });
const spans: number[] = [];
let ends: AbortController[];

beforeEach(() => {
	ends = [];
	spans.splice(0);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((span) => {
		const end = new AbortController();
		spans.push(span);
		ends.push(end);
		return end.signal;
	});
});

afterEach(() => {
	jest.restoreAllMocks();
	restoreClock();
});

it.each([
	[60_000, 250],
	[1000, 50],
])('a request of %i ms shares the moment of those up to %i ms before it', async (span, length) => {
	const time = holdClock();
	const first = momentOf(context, span);
	await time.pass(length - 1);
	expect(momentOf(context, span)).toBe(first);
	await time.pass(1);
	expect(momentOf(context, span)).not.toBe(first);
	// So that none has less than its time.
	expect(spans[0]).toBe(span + length);
});

it('shares none with a request of another time, of another run, or whose time is over', () => {
	holdClock();
	const first = momentOf(context, 60_000);
	expect(momentOf(scripted({ answer: () => undefined }).context, 60_000)).not.toBe(first);
	expect(momentOf(context, 60_001)).not.toBe(first);
	const latest = momentOf(context, 60_001);
	ends.at(-2)?.abort();
	expect(momentOf(context, 60_001)).not.toBe(latest);
});

it("ends the run in n8n's eyes at its end, and where the execution is cancelled", () => {
	const cancel = new AbortController();
	const { context: own } = scripted({ answer: () => undefined, cancel: cancel.signal });
	const endOf = (span: number) => momentOf(own, span).run.getExecutionCancelSignal();
	const [first, second] = [endOf(1000), endOf(2000)];
	ends[0]?.abort();
	expect([first?.aborted, second?.aborted]).toStrictEqual([true, false]);
	cancel.abort();
	expect(second?.aborted).toBe(true);
});
