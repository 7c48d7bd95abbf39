import type { INodeExecutionData } from 'n8n-workflow';

import { itemOfMarker } from '../facts.ts';
import type { PlannedItem } from '../itemPlan.ts';
import type { Plan } from '../plan.ts';
import { descriptionOf, stateInItem } from '../states.ts';
import type { Told } from '../states.ts';
import { sayingOf } from './answers.ts';
import type { Law, Run } from './law.ts';

/** The account adds up: every item stands in it once, and n8n shows what the node said. */
export const accountAddsUp: Law = (run) => [
	...run.told.flatMap((told, number) =>
		(told.report.kind === 'error'
			? checkStop(run, told)
			: checkItems(run, told, told.report.items)
		).map((text) => `Try ${number + 1}: ${text}`),
	),
	...(run.cancelledAt === undefined ? [...checkOutcome(run), ...checkReached(run)] : []),
];

function checkStop({ plan, facts }: Run, { states, account }: Told): string[] {
	if (plan.onError !== 'stopWorkflow') return ['The node threw although it was to continue'];
	if (account === undefined) {
		return plan.items.length === 1 ? [] : ['The error holds no account'];
	}
	const { total, done, refused, failed, unknown, notSent } = account;
	const problems: string[] = [];
	const parts = [done, refused, failed, unknown, notSent];
	const sum = parts.reduce((count, { named, more }) => count + named.length + more, 0);
	if (total !== plan.items.length || sum !== total) {
		problems.push(`${sum} of ${total} items are accounted for, of ${plan.items.length}`);
	}
	const named = parts.flatMap((part) => part.named);
	if (new Set(named).size !== named.length) problems.push('An item stands in the account twice');
	if (states.every((state) => state !== undefined)) {
		const reached = new Set(facts.seen.map(({ item }) => item));
		const invented = done.named.filter((index) => !reached.has(index));
		if (!reached.has(undefined) && invented.length > 0)
			problems.push(`${invented.join()} are done, and were never sent`);
		const creates = plan.items.filter(
			({ index, operation }) => operation === 'create' && states[index]?.name === 'done',
		);
		const told = account.created.length + account.createdMore;
		// What an earlier execution created under its key is told by that one.
		const areAllTold =
			plan.options.createOnceKey === undefined ? told === creates.length : told <= creates.length;
		if (!areAllTold) problems.push(`${told} of ${creates.length} creates are told`);
	}
	const known = new Set(facts.created.map(({ permalink }) => permalink));
	const invented = account.created.filter((permalink) => !known.has(permalink));
	if (invented.length > 0) problems.push(`${invented.join()} were not created`);
	return problems;
}

function checkItems(
	{ plan }: Run,
	{ states }: Told,
	items: readonly INodeExecutionData[],
): string[] {
	const problems = plan.items.flatMap((planned) =>
		states[planned.index] === undefined
			? [`Nothing that can be read is said of item ${planned.index}`]
			: checkAnswer(plan, planned, items[planned.index]),
	);
	const links = items.map(linkOf);
	if (links.join() !== [...plan.items.keys()].join()) {
		problems.push(`The items are linked to ${links.join()}`);
	}
	return problems;
}

/** What is put out for an item must be what the service answered to this very item. */
function checkAnswer(
	{ choices }: Plan,
	planned: PlannedItem,
	item: INodeExecutionData | undefined,
): string[] {
	const { index, operation, submission } = planned;
	const state = stateInItem(planned, item);
	if (state?.name !== 'done' || item === undefined) return [];
	if (item.json['alreadyCreated'] === true || state.found === false) return [];
	const problems: string[] = [];
	if (submission !== null && (state.permalink ?? submission) !== submission) {
		problems.push(`Item ${index} is said to be for ${state.permalink ?? ''}, not ${submission}`);
	}
	const shown = itemOfMarker(JSON.stringify(item.json));
	if (operation === 'create' || operation === 'update') {
		const answer = operation === 'create' ? choices.createAnswer : choices.updateAnswer;
		if (shown !== (answer === 'json' ? index : undefined)) {
			problems.push(`Item ${index} shows the answer to item ${shown ?? '?'}`);
		}
	}
	return problems;
}

/** What n8n shows must be what the node said in its last try, each item once and on the right output. */
function checkOutcome({ plan, told, outcome }: Run): string[] {
	const last = told.at(-1);
	if (last === undefined) return ['The node was not run'];
	if (last.report.kind === 'error') {
		return descriptionOf(outcome.error) === descriptionOf(last.report.error) &&
			outcome.output.length === 0
			? []
			: ['n8n does not show the error that the node threw'];
	}
	if (outcome.error !== undefined) return [`n8n stopped: ${outcome.error.message}`];
	const splits = plan.onError === 'continueErrorOutput';
	const isDone = (index: number) => last.states[index]?.name === 'done';
	const indexes = plan.items.map(({ index }) => index);
	const expected = {
		output: splits ? indexes.filter(isDone) : indexes,
		errors: splits ? indexes.filter((index) => !isDone(index)) : [],
	};
	return (['output', 'errors'] as const).flatMap((name) => {
		const links = outcome[name].map(linkOf);
		const states = outcome[name].map((item, position) => {
			const planned = plan.items[expected[name][position] ?? -1];
			return planned && stateInItem(planned, item)?.name;
		});
		const said = expected[name].map((index) => last.states[index]?.name);
		return links.join() === expected[name].join() && states.join() === said.join()
			? []
			: [`The ${name} holds items ${links.join()}, expected ${expected[name].join()}`];
	});
}

/** Nothing is left out without a reason: what can be sent is sent, or something stopped the node. */
function checkReached(run: Run): string[] {
	const { plan, told } = run;
	const last = told.at(-1);
	if (last?.report.kind !== 'items') return [];
	const { items } = last.report;
	return plan.items
		.filter(({ index, sendable }) => sendable && last.states[index]?.name === 'notSent')
		.filter(({ index }) => !isGivenUp(run, items[index]?.json['error']))
		.map(({ index }) => `Item ${index} could be sent and was not`);
}

/** Whether it had to be left, as the item says and the server or the database knows. */
function isGivenUp({ plan, facts }: Run, says: unknown): boolean {
	if (typeof says !== 'string') return false;
	if (plan.databaseFails > 0 && says.includes('did not take the key')) return true;
	const latest = facts.seen.findLast(({ item }) => item !== undefined);
	if (latest === undefined) return false;
	if (says.includes('refused the credentials five times')) return latest.status === 401;
	const waits = /takes no requests before|took no request/.test(says);
	return waits && ['notNow', 'open'].includes(sayingOf(plan, latest));
}

/** The number of the input item that an output item is linked to. */
function linkOf({ pairedItem }: INodeExecutionData): number | undefined {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : first;
}
