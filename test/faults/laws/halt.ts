import type { Seen } from '../facts.ts';
import type { Plan } from '../plan.ts';
import { sayingOf } from './answers.ts';
import type { Law, Run } from './law.ts';
import { lanesOf, lastState, requestsFor } from './law.ts';

/** No request begins after the node has ended, whether it gave back or threw. */
export const endIsTheEnd: Law = ({ sent, tries }) =>
	sent.flatMap(({ tryNumber = -1, startedAt }) => {
		const end = tries[tryNumber]?.endedAt ?? -Infinity;
		return startedAt > end
			? [`A request of try ${tryNumber + 1} begins ${Math.ceil(startedAt - end)} ms after its end`]
			: [];
	});

/** After a stop or a cancellation nothing starts beyond what was in flight. */
export const haltHalts: Law = (run) => [
	...afterCancel(run),
	...run.told.flatMap((_, tryNumber) => [
		...afterFailure(run, tryNumber),
		...afterUnsendable(run, tryNumber),
	]),
];

function afterCancel(run: Run): string[] {
	const { plan, facts, sent, cancelledAt } = run;
	if (cancelledAt === undefined) return [];
	const lanes = lanesOf(plan);
	const later = sent.filter(({ startedAt }) => startedAt > cancelledAt).length;
	const untold = facts.seen.filter(({ item }) => item === undefined).length;
	const unseen = plan.items.filter(({ index }) => {
		const name = lastState(run, index)?.name;
		return (name === 'unknown' || name === 'failed') && requestsFor(run, index).length === 0;
	});
	return [
		...(later > 0 ? [`${later} requests start after the cancellation`] : []),
		// n8n ends whatever the node would still send, so that it never reaches the server.
		...(unseen.length > lanes + untold
			? [`${unseen.length} items are begun that the server never saw, because of the cancellation`]
			: []),
	];
}

function afterFailure(run: Run, tryNumber: number): string[] {
	const { plan, facts, told } = run;
	if (told[tryNumber]?.report.kind !== 'error') return [];
	const seen = facts.seen.filter((request) => request.tryNumber === tryNumber);
	const lastOnes = plan.items.flatMap(({ index }) => {
		const name = told[tryNumber]?.states[index]?.name;
		const last = seen.findLast(({ item }) => item === index);
		return last !== undefined && name !== 'done' && name !== 'notSent' ? [last] : [];
	});
	if (lastOnes.length === 0) return [];
	const endsOf = (requests: readonly Seen[]) => requests.map(({ atClient }) => atClient.endedAt);
	const final = endsOf(lastOnes.filter((last) => isFinal(plan, last)));
	const moment = final.length > 0 ? Math.min(...final) : Math.max(...endsOf(lastOnes));
	const later = seen.filter(({ atClient }) => atClient.startedAt > moment).length;
	// Until the failure has come to the node, the other lanes may begin one more each.
	return later > lanesOf(plan) - 1
		? [`${later} requests start after the failure that stopped try ${tryNumber + 1}`]
		: [];
}

/** Whether an answer is a no that is never sent again. */
function isFinal(plan: Plan, seen: Seen): boolean {
	return seen.atClient.came === 'whole' && sayingOf(plan, seen) === 'no';
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
