import type { NodeExecutionHint } from 'n8n-workflow';

import type { Kind } from '../description/operations';
import { CUT_MARK, LONGEST_QUOTE } from '../request/refusal';
import { listed, ranges } from './listed';
import type { Done, Outcome, OutcomeName } from './outcome';
import { outcomeName } from './outcome';
import { withoutTags } from './withoutTags';

const MOST_ITEMS_NAMED = 10;
const MOST_FIELDS_NAMED = 10;

/** How a hint of Dry Run says what would have been done. */
const WOULD_BE: Readonly<Record<Kind, string>> = {
	create: 'created',
	read: 'read',
	change: 'updated',
	remove: 'deleted',
};

/**
 * What a person should know of a run that was not stopped; n8n shows it above the output.
 *
 * @param outcomes one for each item, in input order; undefined where its turn did not come
 * @param host the host of the credential's base URL, with its port; undefined where it cannot be used
 */
export function hintsFor(
	outcomes: readonly (Outcome | undefined)[],
	host: string | undefined,
): NodeExecutionHint[] {
	const itemsWhere = (applies: (outcome: Done) => boolean) =>
		outcomes.flatMap((outcome, index) =>
			outcome?.kind === 'done' && applies(outcome) ? [index] : [],
		);
	return [
		failuresHint(outcomes),
		checkedHint(outcomes),
		noneFoundHint(outcomes),
		noneGivenHint(outcomes),
		hint(
			itemsWhere(
				({ request, submission, earlier }) =>
					request.kind === 'create' && submission === null && earlier !== 'keyed',
			),
			"created a submission whose permalink was not found in the service's answer. Set Path of the New Permalink under Options to where it stands.",
		),
		hint(
			itemsWhere(({ earlier }) => earlier === 'keyed'),
			'was created before, as its key says, and was not sent again.',
			'were created before, as their keys say, and were not sent again.',
		),
		hint(
			itemsWhere(({ earlier }) => earlier === 'retried'),
			'was done by the execution that this one retries, and was not sent again.',
			'were done by the execution that this one retries, and were not sent again.',
		),
		hint(
			itemsWhere(({ attempts, earlier }) => attempts > 1 && earlier === undefined),
			'needed more than one attempt.',
		),
		hint(
			[...outcomes.keys()].filter((index) => leftOutIn(outcomes[index]).length > 0),
			`left out fields whose expressions gave nothing: ${listed(unique(outcomes.flatMap(leftOutIn).map(shortened)), MOST_FIELDS_NAMED)}.`,
		),
		absentHint(outcomes),
		missingHint(outcomes),
		hint(
			[...outcomes.keys()].filter((index) => wentElsewhere(outcomes[index], host)),
			`used an address on another host than the credential's Base URL (${host}). Only the permalinks of it were used; the requests went to ${host}.`,
		),
	].filter((found) => found !== undefined);
}

/** Where the run goes on over failures, n8n shows it in green. */
function failuresHint(outcomes: readonly (Outcome | undefined)[]): NodeExecutionHint | undefined {
	const parts = FAILURES.flatMap(([name, words]) => {
		const items = outcomes.flatMap((outcome, index) => {
			if (outcome === undefined) return name === 'notSent' ? [index] : [];
			return outcome.kind === 'failed' && outcomeName(outcome) === name ? [index] : [];
		});
		if (items.length === 0) return [];
		const which = `(${items.length === 1 ? 'item' : 'items'} ${ranges(items, MOST_ITEMS_NAMED)})`;
		return [{ words, count: items.length, which }];
	});
	const failed = parts.reduce((sum, { count }) => sum + count, 0);
	if (failed === 0) return undefined;
	const isSingle = outcomes.length === 1;
	const said = parts.map(({ words, count, which }) =>
		isSingle ? words : `${count} ${words} ${which}`,
	);
	const of = isSingle ? 'The item failed' : `${failed} of ${outcomes.length} items failed`;
	// Reads that brought nothing have no other word.
	const isPlain = parts.every(({ words }) => words === 'failed');
	const plain = isSingle ? '' : ` ${parts.map(({ which }) => which).join()}`;
	return { ...hintOf(`${of}${isPlain ? plain : `: ${said.join(', ')}`}.`), type: 'warning' };
}

const FAILURES: readonly (readonly [name: OutcomeName, words: string])[] = [
	['refused', 'refused'],
	['unknown', 'unknown'],
	['failed', 'failed'],
	['notSent', 'not sent'],
];

function checkedHint(outcomes: readonly (Outcome | undefined)[]): NodeExecutionHint | undefined {
	const checked = outcomes.filter((outcome) => outcome?.kind === 'checked');
	if (checked.length === 0) return undefined;
	const kinds = unique(checked.map(({ request }) => request.kind));
	const parts = kinds.map((kind) => {
		const count = checked.filter(({ request }) => request.kind === kind).length;
		return `${count} ${WOULD_BE[kind]}`;
	});
	return hintOf(`Dry Run: nothing was sent. Would have been sent: ${parts.join(', ')}.`);
}

/** An address that is wrong as a whole answers 404 to everything. */
function noneFoundHint(outcomes: readonly (Outcome | undefined)[]): NodeExecutionHint | undefined {
	const done = outcomes.filter((outcome) => outcome?.kind === 'done');
	const sought = done.filter(
		({ request, notFound }) => request.submission !== null || notFound === true,
	);
	if (sought.length === 0 || sought.some(({ notFound }) => notFound !== true)) return undefined;
	const none = sought.length === 1 ? 'The submission was not found' : 'No submission was found';
	return hintOf(
		`${none}. If it should be there, check Form, and the Base URL of the credential: a wrong address answers "not found" to everything.`,
	);
}

/** Often it is a misspelled expression. */
function noneGivenHint(outcomes: readonly (Outcome | undefined)[]): NodeExecutionHint | undefined {
	const isNoneGiven = (outcome: Outcome | undefined) =>
		outcome?.request?.createsSince === 'noneGiven';
	if (outcomes.length < 2 || !outcomes.every(isNoneGiven)) return undefined;
	return hintOf(
		`Submission is empty for all ${outcomes.length} items, so that none is an update. If some should be, check the expression in Submission.`,
	);
}

/** Whoever names a field that is not to be sent has another spelling in mind. */
function absentHint(outcomes: readonly (Outcome | undefined)[]): NodeExecutionHint | undefined {
	const requests = outcomes.flatMap((outcome) => outcome?.request ?? []);
	const [first, ...others] = requests.map(({ absent }) => new Set(absent));
	const nowhere = [...(first ?? [])].filter((name) => others.every((absent) => absent.has(name)));
	if (nowhere.length === 0) return undefined;
	const names = listed(nowhere.map(shortened), MOST_FIELDS_NAMED);
	return hintOf(
		`Fields to Ignore names what no item has: ${names}. Names are compared by the letter, small and capital.`,
	);
}

function missingHint(outcomes: readonly (Outcome | undefined)[]): NodeExecutionHint | undefined {
	const found = outcomes.flatMap((outcome) =>
		outcome?.kind === 'done' && outcome.missing !== undefined ? [outcome.missing] : [],
	);
	if (found.length === 0) return undefined;
	const names = listed(
		unique(found.flatMap((missing) => missing.names).map(shortened)),
		MOST_FIELDS_NAMED,
	);
	const there = listed(
		unique(found.flatMap((missing) => missing.there).map(shortened)),
		MOST_FIELDS_NAMED,
	);
	const has = there === '' ? 'It has no fields.' : `It has: ${there}.`;
	return hintOf(`Fields to Return are not in the answer: ${names}. ${has}`);
}

/** A failed one too: what is not found on one host may well be on the other. */
function wentElsewhere(outcome: Outcome | undefined, host: string | undefined): boolean {
	const hosts = outcome?.request?.hosts ?? [];
	return (outcome?.attempts ?? 0) > 0 && hosts.some((pasted) => pasted !== host);
}

function leftOutIn(outcome: Outcome | undefined): readonly string[] {
	if (outcome?.kind === 'checked') return outcome.request.leftOut;
	return outcome?.kind === 'done' && outcome.attempts > 0 ? outcome.request.leftOut : [];
}

function unique<T>(values: readonly T[]): T[] {
	return [...new Set(values)];
}

/** A name can be as long as the input. */
function shortened(name: string): string {
	return name.length > LONGEST_QUOTE ? `${name.slice(0, LONGEST_QUOTE)}${CUT_MARK}` : name;
}

function hint(
	items: readonly number[],
	words: string,
	wordsOfSeveral = words,
): NodeExecutionHint | undefined {
	if (items.length === 0) return undefined;
	const named = listed(items.map(String), MOST_ITEMS_NAMED);
	const who = items.length === 1 ? `Item ${named}` : `${items.length} items (${named})`;
	const said = items.length === 1 ? words : wordsOfSeveral;
	return hintOf(`${who} ${said}`);
}

/**
 * A sentence as n8n shows it above the output.
 *
 * @param message the sentence
 */
export function hintOf(message: string): NodeExecutionHint {
	return { message: withoutTags(message), type: 'info', location: 'outputPane' };
}
