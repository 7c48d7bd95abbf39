import { getEventListeners } from 'node:events';

import { createBrake } from '../../../nodes/Submissions/delivery/brake.ts';
import type { HeldClock } from '../heldClock.ts';
import { holdClock, restoreClock } from '../heldClock.ts';

let time: HeldClock;
beforeEach(() => {
	time = holdClock();
});
afterEach(restoreClock);

it('is off until it is pulled, and keeps its first reason; then nobody waits', async () => {
	const brake = createBrake(undefined);
	expect(brake.reason).toBeUndefined();
	brake.pull('stopped');
	brake.pull('brokeDown', 'later');
	expect(brake.reason).toStrictEqual({ code: 'stopped', span: '' });
	await brake.wait(1000);
	expect(time.waits).toStrictEqual([]);
});

it('wakes everyone who waits when it is pulled', async () => {
	const brake = createBrake(undefined);
	const waits = [brake.wait(1000), brake.wait(60_000), brake.wait(5)];
	brake.pull('stopped');
	await Promise.all(waits);
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

it('lets go once it is released: of who waits, and of the execution that may be cancelled later', async () => {
	const cancellation = new AbortController();
	const brake = createBrake(cancellation.signal);
	const wait = brake.wait(60_000);
	brake.release();
	await wait;
	expect(getEventListeners(cancellation.signal, 'abort')).toStrictEqual([]);
	createBrake(undefined).release();
});

it('is pulled from the start where the execution was cancelled before', async () => {
	const brake = createBrake(AbortSignal.abort());
	expect(brake.reason).toStrictEqual({ code: 'cancelledBefore', span: '' });
	await brake.wait(60_000);
	expect(time.waits).toStrictEqual([]);
});
