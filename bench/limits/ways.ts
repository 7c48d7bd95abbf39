import type { ChainNode } from '../../e2e/workflow.ts';
import { measuredNode, type ContenderName, type Target } from '../contenders.ts';
import { CREATE_FIELDS, type Task } from '../task.ts';
import type { Service } from './services.ts';

/** Ways to create the submissions, each with the settings that a node begins with unless its name says more. */
export const wayNames = [
	'submissions',
	'submissionsContinue',
	'earlier',
	'earlierContinue',
	'httpRequest',
	'httpRequestBatched',
	'httpRequestRetried',
] as const;

export type WayName = (typeof wayNames)[number];

interface Way {
	/** What it is called in tables and pictures. */
	readonly label: string;
	readonly contender: ContenderName;
	readonly settings?: Pick<ChainNode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;
}

const CONTINUE = { onError: 'continueRegularOutput' } as const;
/** As n8n's editor fills them in. */
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_000 } as const;

/**
 * The HTTP Request node is not measured with Continue: it sends all requests before it looks at the
 * first answer (n8n-nodes-base/nodes/HttpRequest/V3), so what it files is the same either way.
 */
export const ways: Readonly<Record<WayName, Way>> = {
	submissions: { label: 'Submissions node', contender: 'submissions' },
	submissionsContinue: {
		label: 'Submissions node, Continue',
		contender: 'submissions',
		settings: CONTINUE,
	},
	earlier: { label: 'Earlier version', contender: 'earlier' },
	earlierContinue: {
		label: 'Earlier version, Continue',
		contender: 'earlier',
		settings: CONTINUE,
	},
	httpRequest: { label: 'HTTP Request node', contender: 'httpRequest' },
	httpRequestBatched: { label: 'HTTP Request node, batched', contender: 'httpRequestBatched' },
	httpRequestRetried: {
		label: 'HTTP Request node, Retry On Fail',
		contender: 'httpRequest',
		settings: RETRY_ON_FAIL,
	},
};

/** What a service has to be done at it. */
export function taskAt({ items, delayMs }: Service): Task {
	return { operation: 'create', items, fields: CREATE_FIELDS, delayMs };
}

/** The node that creates a service's submissions in one of the ways. */
export function wayNode(way: WayName, service: Service, target: Target): ChainNode {
	const { contender, settings } = ways[way];
	const node = { ...measuredNode(contender, taskAt(service), target), ...settings };
	if (way !== 'httpRequestBatched') return node;
	const batch = fittingBatch(service);
	if (batch === undefined) return node;
	return { ...node, parameters: { ...node.parameters, options: { batching: { batch } } } };
}

/**
 * The batches that somebody sets who knows the limit: so many requests as it allows, in each span that
 * it names. Of requests in flight it is twice the time of an answer, since the node does not wait for
 * them. Undefined where there is no limit to know.
 */
export function fittingBatch({
	limit,
	delayMs,
}: Service): { readonly batchSize: number; readonly batchInterval: number } | undefined {
	switch (limit?.kind) {
		case undefined:
			return undefined;
		case 'bucket':
			return {
				batchSize: limit.burst,
				batchInterval: Math.ceil((limit.burst / limit.ratePerSecond) * 1_000),
			};
		case 'window':
		case 'sliding':
			return { batchSize: limit.requests, batchInterval: limit.windowMs };
		case 'inFlight':
			return { batchSize: limit.requests, batchInterval: 2 * delayMs };
	}
}
