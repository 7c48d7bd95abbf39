import type { INode, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { Submissions } from '../../../nodes/Submissions/Submissions.node.ts';

export const DESCRIPTION: INodeTypeDescription = new Submissions().description;

/**
 * A node as an editor would store it.
 *
 * @param parameters those that were set
 */
export function nodeWith(parameters: INode['parameters']): INode {
	return {
		id: '1',
		name: 'Submissions',
		type: 'n8n-nodes-submissions.submissions',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
}

/**
 * The names of the properties that n8n's editor shows.
 *
 * @param properties those of the node, or those inside its options
 * @param parameters those that were set
 */
export function shownOf(
	properties: readonly INodeProperties[],
	parameters: INode['parameters'],
): string[] {
	const whole = {
		resource: 'submission',
		operation: 'get',
		fieldDataMode: 'defineBelow',
		...parameters,
	};
	return properties
		.filter((property) =>
			NodeHelpers.displayParameter(whole, property, nodeWith(whole), DESCRIPTION, whole),
		)
		.map(({ name }) => name);
}
