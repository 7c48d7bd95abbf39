/** What an execution says became of one item. */
export interface ReportedItem {
	/** Names the item over all executions. */
	readonly key: string;
	/** As `docs/delivery.md` names the outcomes. */
	readonly outcome: 'done' | 'refused' | 'notSent' | 'unknown';
	/** The permalink that a done one was given. */
	readonly permalink: string | undefined;
}

/** What n8n keeps of one execution. */
export interface ReportedExecution {
	readonly id: string;
	/** `success`, `error`, `crashed` and so on. */
	readonly status: string;
	/** Why it failed, in n8n's words. */
	readonly reason: string | undefined;
	/** Undefined where the record holds none: its process was gone before it could write them. */
	readonly items: readonly ReportedItem[] | undefined;
	/** How many items it was to carry out. */
	readonly expectedItems: number;
}

/** A submission as the service stored it. */
export interface Stored {
	readonly key: string;
	readonly permalink: string;
}

/** How the executions' word and the service's store compare. */
export interface Account {
	readonly executions: number;
	/** Executions whose record holds no items, by their status and n8n's reason. */
	readonly withoutItems: Readonly<Record<string, number>>;
	/** All items that were to be carried out. */
	readonly items: number;
	readonly done: number;
	readonly refused: number;
	readonly notSent: number;
	/** Unknown by their own item, or because their execution's record holds no items. */
	readonly unknown: number;
	/** Of the unknown ones, those that the service stored. */
	readonly unknownStored: number;
	/** Keys reported done and not stored, or of an execution that ended well and did not report them. */
	readonly lost: readonly string[];
	/** Keys that the service stored more than once. */
	readonly doubled: readonly string[];
	/** Keys that were stored and reported refused or not sent. */
	readonly denied: readonly string[];
	/** Keys that were stored and belong to no execution's items. */
	readonly unasked: readonly string[];
	/** Executions that are neither ended well with all items nor reported as failed. */
	readonly unexplained: readonly string[];
}

const REPORTED_AS_FAILED = new Set(['error', 'crashed', 'canceled']);

/**
 * Holds what the executions report against what the service stored, by the promises of
 * `docs/delivery.md`.
 */
export function settle(
	executions: readonly ReportedExecution[],
	store: readonly Stored[],
): Account {
	const permalinks = new Map<string, string[]>();
	for (const { key, permalink } of store) {
		permalinks.set(key, [...(permalinks.get(key) ?? []), permalink]);
	}
	const isStored = ({ key }: { readonly key: string }): boolean => permalinks.has(key);
	const items = executions.flatMap((execution) => execution.items ?? []);
	const silent = executions.filter((execution) => execution.items === undefined);
	const of = (outcome: ReportedItem['outcome']): ReportedItem[] =>
		items.filter((item) => item.outcome === outcome);
	const silentKeys = silent.flatMap(keysOf);
	const asked = new Set(executions.flatMap(keysOf));
	const notReported = executions
		.filter((execution) => execution.items !== undefined)
		.flatMap((execution) => {
			const reported = new Set(execution.items?.map(({ key }) => key));
			return keysOf(execution).filter((key) => !reported.has(key));
		});
	return {
		executions: executions.length,
		withoutItems: counted(
			silent.map(({ status, reason }) => (reason === undefined ? status : `${status} (${reason})`)),
		),
		items: asked.size,
		done: of('done').length,
		refused: of('refused').length,
		notSent: of('notSent').length,
		unknown: of('unknown').length + silentKeys.length,
		unknownStored:
			of('unknown').filter(isStored).length +
			silentKeys.filter((key) => permalinks.has(key)).length,
		lost: [
			...of('done')
				.filter(({ key, permalink }) => !permalinks.get(key)?.includes(permalink ?? ''))
				.map(({ key }) => key),
			...notReported,
		],
		doubled: [...permalinks].filter(([, all]) => all.length > 1).map(([key]) => key),
		denied: [...of('refused'), ...of('notSent')].filter(isStored).map(({ key }) => key),
		unasked: [...permalinks.keys()].filter((key) => !asked.has(key)),
		unexplained: silent.filter(({ status }) => !REPORTED_AS_FAILED.has(status)).map(({ id }) => id),
	};
}

/** How often each of some words occurs. */
export function counted(words: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
	return counts;
}

/** The keys of an execution's items, as its workflow makes them: `<execution>-<number>`. */
function keysOf({ id, expectedItems }: ReportedExecution): string[] {
	return Array.from({ length: expectedItems }, (_, index) => `${id}-${index}`);
}

/** How often something was taken away from the executions while they ran. */
export interface Interruptions {
	/** Workers ended by SIGKILL. */
	readonly killed: number;
	/** Workers asked to stop, by SIGTERM. */
	readonly stopped: number;
	/** Restarts of Redis. */
	readonly redisRestarts: number;
}

/** The account as lines for a person. */
export function accountText(account: Account, interruptions: Interruptions): string {
	const { executions, withoutItems, items, done, refused, notSent, unknown, unknownStored } =
		account;
	const { killed, stopped, redisRestarts } = interruptions;
	const silent = Object.entries(withoutItems)
		.map(([how, count]) => `${count} ${how}`)
		.join(', ');
	return [
		`executions  ${executions}, without a record of their items: ${silent === '' ? 'none' : silent}`,
		`items       ${items}: ${done} done, ${refused} refused, ${notSent} not sent, ${unknown} unknown (${unknownStored} of them stored)`,
		`kills       ${killed} worker killed, ${stopped} asked to stop, Redis restarts: ${redisRestarts}`,
		`lost        ${account.lost.length}`,
		`doubled     ${account.doubled.length}`,
	].join('\n');
}
