import { getEventListeners } from 'node:events';

import { clock } from '../../../nodes/Submissions/delivery/clock.ts';
import { settle, useHeldLimits } from '../heldClock.ts';

afterEach(() => {
	jest.useRealTimers();
});

it('waits as long as it is told', async () => {
	jest.useFakeTimers();
	const before = clock.now();
	const log: string[] = [];
	const wait = clock.sleep(50).then(() => log.push('over'));
	await jest.advanceTimersByTimeAsync(49);
	expect(log).toStrictEqual([]);
	await jest.advanceTimersByTimeAsync(1);
	await wait;
	expect(clock.now() - before).toBe(50);
});

describe('a wait that can be ended', () => {
	const { spans, ends } = useHeldLimits();

	it.each(['its time is up', 'it is ended'])(
		'is over when %s, and listens no more',
		async (why) => {
			const ended = new AbortController();
			let isOver = false;
			const wait = clock.sleep(0.5, ended.signal).then(() => (isOver = true));
			await settle();
			expect([spans, isOver]).toStrictEqual([[1], false]);
			(why === 'it is ended' ? ended : ends[0])?.abort();
			await wait;
			const signals = [ended, ends[0]].map((end) => end && getEventListeners(end.signal, 'abort'));
			expect(signals).toStrictEqual([[], []]);
		},
	);

	it('is over at once where it was ended before', async () => {
		await clock.sleep(60_000, AbortSignal.abort());
	});
});
