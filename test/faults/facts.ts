import type { Operation } from '../../sandbox/api/operations.ts';
import type { LogEntry } from '../../sandbox/log/requestLog.ts';
import type { Submission } from '../../sandbox/store/submissions.ts';
import type { Service } from '../engine/service.ts';
import type { Plan } from './plan.ts';
import type { Sent, SentLog } from './sent.ts';
import { NUMBER_HEADER } from './sent.ts';

/** A request as the server saw it, and which item and try it was for. */
export interface Seen {
	/** The item's number; undefined where the server closed the line before the item could be told. */
	readonly item: number | undefined;
	/** The number of the try that sent it, counted from 0; -1 where it comes from none. */
	readonly tryNumber: number;
	/** The number that the node's own machine gave it, and what is known of it there. */
	readonly number: string;
	readonly atClient: Sent;
	readonly sequence: number;
	readonly operation: Operation;
	readonly submission: string | undefined;
	readonly fault: string | undefined;
	/** Whether this request created, changed or deleted something. */
	readonly stored: boolean;
	/** The status answered; undefined where there was no answer. */
	readonly status: number | undefined;
	/** Its answer's Retry-After. */
	readonly retryAfter: string | undefined;
	/** How many more requests its answer said to have room for. */
	readonly remaining: string | undefined;
	/** Whether the line broke before the answer was whole, by whichever side. */
	readonly broken: boolean;
}

/** A submission that was created in the run. */
export interface Created {
	readonly permalink: string;
	readonly item: number | undefined;
}

/** All that the server knows of a run. */
export interface Facts {
	/** In the order in which they came. */
	readonly seen: readonly Seen[];
	readonly created: readonly Created[];
	/** What has become of the submissions that items address, by permalink. */
	readonly targets: ReadonlyMap<string, Submission | undefined>;
}

/**
 * Gathers what the server knows of a run that has ended.
 *
 * @throws Error where the sandbox contradicts itself, so that nothing could be concluded from it
 */
export function gatherFacts(plan: Plan, service: Service, sent: SentLog['sent']): Facts {
	if (service.log.dropped > 0) throw new Error('The log of the sandbox is too short for this run');
	const itemOf = itemFinder(plan);
	const forms = [plan.forms.checked, plan.forms.free];
	// What an earlier run gave up may come as late as this; each run has forms of its own.
	const entries = service.log.entries.filter(({ form = '' }) => forms.includes(form));
	const seen = entries.map((entry): Seen => {
		const number = String(entry.headers[NUMBER_HEADER]);
		const atClient = sent.get(number);
		if (atClient === undefined) throw new Error('The server saw a request that nobody sent');
		return {
			item: itemOf(entry),
			tryNumber: atClient.tryNumber ?? -1,
			number,
			atClient,
			sequence: entry.sequence,
			operation: operationOf(entry),
			submission: entry.submission,
			fault: entry.fault,
			stored: entry.stored !== undefined,
			status: entry.status,
			retryAfter: entry.retryAfter,
			remaining: entry.remaining,
			broken: entry.end === 'aborted',
		};
	});
	const addressed = new Set(plan.targets.map(({ permalink }) => permalink));
	const created = forms
		.flatMap((form) => service.store.submissions.page(form, seen.length + addressed.size, 0))
		.filter(({ permalink }) => !addressed.has(permalink))
		.map(({ permalink, data }) => ({ permalink, item: itemOfMarker(data['marker']) }));
	const targets = new Map(
		plan.targets.map(({ form, permalink }) => [
			permalink,
			service.store.submissions.find(form, permalink),
		]),
	);
	checkConsistency(seen, created, targets);
	return { seen, created, targets };
}

function operationOf({ operation, url }: LogEntry): Operation {
	if (operation === undefined) throw new Error(`The node asked for ${url}, which is nothing`);
	return operation;
}

function itemFinder(plan: Plan): (entry: LogEntry) => number | undefined {
	const withoutBody = new Map(
		plan.items
			.filter(({ operation }) => operation === 'get' || operation === 'delete')
			.map(({ operation, submission, index }) => [`${operation} ${submission ?? ''}`, index]),
	);
	return ({ operation = '', submission = '', body }) =>
		withoutBody.get(`${operation} ${submission}`) ?? itemOfMarker(body.toString());
}

/** The number of the item whose marker stands in a text; undefined where there is none. */
export function itemOfMarker(text: unknown): number | undefined {
	const number = typeof text === 'string' ? /m(\d+)of\d+x/.exec(text)?.[1] : undefined;
	return number === undefined ? undefined : Number(number);
}

/** The log and the store are two witnesses; laws that rest on one hold for the other only if they agree. */
function checkConsistency(
	seen: readonly Seen[],
	created: readonly Created[],
	targets: ReadonlyMap<string, Submission | undefined>,
): void {
	const loggedCreates = seen.filter(({ operation, stored }) => operation === 'create' && stored);
	const logged = loggedCreates.map(({ item }) => String(item)).sort();
	const inStore = created.map(({ item }) => String(item)).sort();
	if (logged.join() !== inStore.join()) {
		throw new Error(`The sandbox logged creates of ${logged.join()} and holds ${inStore.join()}`);
	}
	for (const [permalink, submission] of targets) {
		const changes = seen.filter((request) => request.submission === permalink && request.stored);
		const updates = changes.filter(({ operation }) => operation === 'update');
		const revision = submission?.revision ?? 1;
		const isDeleted = (submission?.deleted ?? null) !== null;
		const last = submission && itemOfMarker(submission.data['marker']);
		if (
			revision !== updates.length + 1 ||
			isDeleted !== changes.some(({ operation }) => operation === 'delete') ||
			last !== updates.at(-1)?.item
		) {
			throw new Error(`The sandbox's log and its store tell different things of ${permalink}`);
		}
	}
}
