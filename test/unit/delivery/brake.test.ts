import { createBrake } from '../../../nodes/Submissions/delivery/brake.ts';
import type { HeldClock } from '../heldClock.ts';
import { holdClock, restoreClock, settle } from '../heldClock.ts';

let time: HeldClock;
beforeEach(() => {
	time = holdClock();
});
afterEach(restoreClock);

it('is off until it is pulled, and stays pulled', () => {
	const brake = createBrake(undefined);
	expect(brake.reason).toBeUndefined();
	brake.pull('stopped');
	brake.pull('stopped');
	expect(brake.reason).toStrictEqual({ code: 'stopped', span: '' });
});

it('waits as long as it is asked to', async () => {
	const log: string[] = [];
	const wait = createBrake(undefined)
		.wait(250)
		.then(() => log.push('over'));
	await time.pass(249);
	expect(log).toStrictEqual([]);
	await time.pass(1);
	await wait;
	expect(log).toStrictEqual(['over']);
	expect(time.waits).toStrictEqual([250]);
});

it('wakes everyone who waits when it is pulled, and lets nobody wait from then on', async () => {
	const brake = createBrake(undefined);
	const waits = [brake.wait(1000), brake.wait(60_000), brake.wait(5)];
	brake.pull('stopped');
	await Promise.all(waits);
	await brake.wait(1000);
	expect(time.waits).toStrictEqual([1000, 60_000, 5]);
});

it('is pulled when the execution is cancelled, and wakes who waits', async () => {
	const cancellation = new AbortController();
	const brake = createBrake(cancellation.signal);
	const wait = brake.wait(60_000);
	expect(brake.reason).toBeUndefined();
	cancellation.abort();
	expect(brake.reason).toStrictEqual({ code: 'cancelledBefore', span: '' });
	await wait;
});

it('is pulled from the start where the execution was cancelled before', async () => {
	const brake = createBrake(AbortSignal.abort());
	expect(brake.reason).toStrictEqual({ code: 'cancelledBefore', span: '' });
	await brake.wait(60_000);
	expect(time.waits).toStrictEqual([]);
});

it('wakes nobody of a wait that is over', async () => {
	const brake = createBrake(undefined);
	const log: string[] = [];
	const first = brake.wait(10).then(() => log.push('first'));
	await time.pass(10);
	await first;
	const second = brake.wait(10).then(() => log.push('second'));
	await settle();
	expect(log).toStrictEqual(['first']);
	brake.pull('stopped');
	await second;
	expect(log).toStrictEqual(['first', 'second']);
});
