import { MissingPiece } from '../e2e/missingPiece.ts';
import type { ChainNode } from '../e2e/workflow.ts';
import { EARLIER_CREDENTIAL, EARLIER_TYPE } from './earlierPackage.ts';
import { FLOOR_TYPE } from './floorPackage.ts';
import { fieldName, type Task } from './task.ts';

/** Ways to do the same task. */
export const contenderNames = [
	'submissions',
	'earlier',
	'httpRequest',
	'httpRequestBatched',
	'floor',
] as const;

export type ContenderName = (typeof contenderNames)[number];

/** What a contender is called in tables and pictures. */
export const contenderLabels: Readonly<Record<ContenderName, string>> = {
	submissions: 'Submissions node',
	earlier: 'Submissions node, earlier version',
	httpRequest: 'HTTP Request node',
	httpRequestBatched: 'HTTP Request node, batched',
	floor: "bare loop on n8n's request function",
};

/** A credential that n8n keeps. */
export interface Kept {
	readonly id: string;
	readonly name: string;
}

/** Where the service is, and which credential is for it. */
export interface Target {
	/** The service's base URL. */
	readonly address: string;
	/** Permalink of the form. */
	readonly form: string;
	readonly credential: Kept;
	/** The credential of the earlier version, where one is installed beside this one. */
	readonly earlierCredential?: Kept | undefined;
}

const NO_EARLIER = 'An earlier version is measured where its folder is named with --beside.';

/** The name of the measured node in every workflow. */
export const MEASURED = 'Measured';

/**
 * The measured node of a contender, set up for a task as a person would in the editor.
 *
 * Every one gets the same credential, the same items and the same mapped expressions; the floor has
 * no expressions at all: it sends the item as it is.
 */
export function measuredNode(contender: ContenderName, task: Task, target: Target): ChainNode {
	const credentials = { submissionsApi: { ...target.credential } };
	switch (contender) {
		case 'submissions':
			return {
				name: MEASURED,
				type: 'n8n-nodes-submissions.submissions',
				typeVersion: 1,
				parameters: submissionsParameters(task, target),
				credentials,
			};
		case 'earlier':
			if (target.earlierCredential === undefined) throw new MissingPiece(NO_EARLIER);
			return {
				name: MEASURED,
				type: EARLIER_TYPE,
				typeVersion: 1,
				parameters: submissionsParameters(task, target),
				credentials: { [EARLIER_CREDENTIAL]: { ...target.earlierCredential } },
			};
		case 'httpRequest':
		case 'httpRequestBatched':
			return {
				name: MEASURED,
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.5,
				parameters: httpRequestParameters(contender, task, target),
				credentials,
			};
		case 'floor':
			return {
				name: MEASURED,
				type: FLOOR_TYPE,
				typeVersion: 1,
				parameters: {
					operation: task.operation,
					address: submissionsAddress(target),
					...(task.atOnce !== undefined && { atOnce: task.atOnce }),
				},
				credentials,
			};
	}
}

function submissionsAddress({ address, form }: Target): string {
	return `${address}/api/v1/forms/${form}/submissions`;
}

function reference(field: string): string {
	return `={{ $json.${field} }}`;
}

function submissionsParameters(task: Task, { form }: Target): Record<string, unknown> {
	const common = {
		operation: task.operation,
		form: { __rl: true, mode: 'id', value: form },
		options: task.atOnce === undefined ? {} : { requestsAtOnce: task.atOnce },
	};
	if (task.operation === 'get') {
		return { ...common, submission: { __rl: true, mode: 'id', value: reference('permalink') } };
	}
	return {
		...common,
		fieldDataMode: 'defineBelow',
		fieldData: {
			assignments: Array.from({ length: task.fields }, (_, index) => ({
				id: `field-${String(index)}`,
				name: fieldName(index),
				value: reference(fieldName(index)),
				type: 'string',
			})),
		},
	};
}

function httpRequestParameters(
	contender: 'httpRequest' | 'httpRequestBatched',
	task: Task,
	target: Target,
): Record<string, unknown> {
	const common = {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'submissionsApi',
		options: contender === 'httpRequestBatched' ? batching(task) : {},
	};
	if (task.operation === 'get') {
		return { ...common, url: `=${submissionsAddress(target)}/{{ $json.permalink }}` };
	}
	return {
		...common,
		method: 'POST',
		url: `${submissionsAddress(target)}/new`,
		sendBody: true,
		bodyParameters: {
			parameters: Array.from({ length: task.fields }, (_, index) => ({
				name: fieldName(index),
				value: reference(fieldName(index)),
			})),
		},
	};
}

/**
 * So many requests in each span that an answer takes: as many are then under way at once. What the
 * option begins with in the editor where that is not told.
 */
function batching({ atOnce, delayMs }: Task): Record<string, unknown> {
	const batch =
		atOnce === undefined
			? { batchSize: 50, batchInterval: 1_000 }
			: { batchSize: atOnce, batchInterval: Math.max(1, delayMs) };
	return { batching: { batch } };
}
