import type { Seen } from '../facts.ts';
import type { Law, Run } from './law.ts';
import { arrivesAtOnce, isUnderWay, lanesOf, lastState, requestsFor } from './law.ts';

/** After a stop or a cancellation nothing starts beyond what was in flight. */
export const haltHalts: Law = (run) => [
	...afterCancel(run),
	...run.told.flatMap((_, tryNumber) => [
		...afterFailure(run, tryNumber),
		...afterUnsendable(run, tryNumber),
	]),
	...afterTheEnd(run),
];

function afterCancel(run: Run): string[] {
	const { plan, facts, cancelledAt } = run;
	if (cancelledAt === undefined || !arrivesAtOnce(plan)) return [];
	const lanes = lanesOf(plan);
	const open = facts.seen.filter((request) => isUnderWay(request, cancelledAt)).length;
	const later = facts.seen.filter(({ startedAt }) => startedAt > cancelledAt).length;
	const untold = facts.seen.filter(({ item }) => item === undefined).length;
	const unseen = plan.items.filter(({ index }) => {
		const name = lastState(run, index)?.name;
		return (name === 'unknown' || name === 'failed') && requestsFor(run, index).length === 0;
	});
	return [
		// What was on its way to the server when the execution was cancelled still arrives.
		...(open + later > lanes
			? [`${later} requests start after the cancellation, ${open} were open`]
			: []),
		// n8n ends whatever the node would still send, so that it never reaches the server.
		...(unseen.length > lanes + untold
			? [`${unseen.length} items are begun that the server never saw, because of the cancellation`]
			: []),
	];
}

function afterFailure(run: Run, tryNumber: number): string[] {
	const { plan, facts, told } = run;
	if (told[tryNumber]?.report.kind !== 'error' || !arrivesAtOnce(plan)) return [];
	const seen = facts.seen.filter((request) => request.tryNumber === tryNumber);
	const lastOnes = plan.items.flatMap(({ index }) => {
		const name = told[tryNumber]?.states[index]?.name;
		const last = seen.findLast(({ item }) => item === index);
		return last !== undefined && name !== 'done' && name !== 'notSent' ? [last] : [];
	});
	const final = lastOnes.filter(isFinal).map(({ endedAt }) => endedAt);
	const moment =
		final.length > 0 ? Math.min(...final) : Math.max(...lastOnes.map(({ endedAt }) => endedAt));
	if (lastOnes.length === 0) return [];
	const later = seen.filter(({ startedAt }) => startedAt > moment).length;
	// Until the failure has come to the node, the other lanes may begin one more each.
	return later > lanesOf(plan) - 1
		? [`${later} requests start after the failure that stopped try ${tryNumber + 1}`]
		: [];
}

/** Whether an answer is a no that is never sent again. */
function isFinal({ status = 0, broken }: Seen): boolean {
	return !broken && status >= 300 && status < 500 && status !== 429;
}

/** Items are begun in order, so one that cannot be sent holds back those well after it. */
function afterUnsendable({ plan, facts }: Run, tryNumber: number): string[] {
	if (plan.onError !== 'stopWorkflow') return [];
	const unsendable = plan.items.find(({ sendable }) => !sendable);
	if (unsendable === undefined) return [];
	const furthest = unsendable.index + lanesOf(plan);
	const beyond = facts.seen.filter(
		({ item, tryNumber: number }) => number === tryNumber && item !== undefined && item > furthest,
	);
	return beyond.length > 0
		? [`Item ${beyond[0]?.item ?? ''} is sent although item ${unsendable.index} cannot be`]
		: [];
}

function afterTheEnd(run: Run): string[] {
	const { plan, facts, told, cancelledAt } = run;
	if (cancelledAt !== undefined || !arrivesAtOnce(plan)) return [];
	const late = facts.seen.filter(({ tryNumber }) => tryNumber >= told.length);
	return late.map(({ item }) => {
		const name = item === undefined ? undefined : lastState(run, item)?.name;
		return `Item ${item ?? '?'}, reported ${name ?? '?'}, is sent after the node has ended`;
	});
}
