import { clock } from '../../../nodes/Submissions/delivery/clock.ts';

it('waits as long as it is told, by the clock that only goes forward', async () => {
	const before = clock.now();
	await clock.sleep(50);
	// A timer may come a little early by that clock.
	expect(clock.now() - before).toBeGreaterThan(45);
});
