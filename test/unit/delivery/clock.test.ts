import { clock } from '../../../nodes/Submissions/delivery/clock.ts';

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
