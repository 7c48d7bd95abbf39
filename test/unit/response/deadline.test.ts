import { getEventListeners } from 'node:events';

import { deadlineIn, orLate } from '../../../nodes/Submissions/response/deadline.ts';
import { held, settle, useHeldLimits } from '../heldClock.ts';

const { spans, ends } = useHeldLimits();

it('ends the waiting of all whose time it is, and of whoever comes too late', async () => {
	const deadline = deadlineIn(5000);
	const inVain = [held(), held()].map(({ promise }) => orLate(promise, deadline));
	ends[0]?.abort();
	const outcomes = [...inVain, orLate(held().promise, deadline)];
	expect(await Promise.all(outcomes)).toStrictEqual(['late', 'late', 'late']);
	expect(spans).toStrictEqual([5000]);
});

it('waits a while longer where it is to', async () => {
	const deadline = deadlineIn(5000);
	const work = held<string>();
	const waits = [orLate(work.promise, deadline, 1000), orLate(held().promise, deadline, 1000)];
	ends[0]?.abort();
	await settle();
	work.fulfil('just in time');
	await settle();
	expect(spans).toStrictEqual([5000, 1000, 1000]);
	ends[2]?.abort();
	expect(await Promise.all(waits)).toStrictEqual(['just in time', 'late']);
});

it('listens once for all, and only while somebody waits, so that nothing stays in memory', async () => {
	const deadline = deadlineIn(5000);
	const listeners = () => getEventListeners(deadline.signal, 'abort').length;
	const [well, broken] = [held<string>(), held<string>()];
	const waits = [well, broken].map(({ promise }) => orLate(promise, deadline));
	expect(listeners()).toBe(1);
	well.fulfil('done');
	await waits[0];
	expect(listeners()).toBe(1);
	broken.refuse(new Error('broken'));
	expect(await Promise.allSettled(waits)).toMatchObject([
		{ value: 'done' },
		{ status: 'rejected' },
	]);
	expect(listeners()).toBe(0);
});
