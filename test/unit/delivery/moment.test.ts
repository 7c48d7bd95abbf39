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
