import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

/** What the node itself gave back to n8n in one try. */
export type Report =
	| { readonly kind: 'items'; readonly items: readonly INodeExecutionData[] }
	| { readonly kind: 'error'; readonly error: unknown };

/** One try of the node: n8n makes several where Retry On Fail is on. */
export interface Try {
	/** The number of the last request that the server had seen when the try ended. */
	readonly lastSequence: number;
	readonly report: Report;
}

/** The tries of the run that is under way. */
export interface TryLog {
	readonly tries: readonly Try[];
	clear(): void;
}

/**
 * Notes each try that n8n makes of a node, and leaves it as it is otherwise.
 *
 * @param nodeType the node as n8n's loader holds it, whose `execute` is wrapped
 * @param lastSequence gives the number of the last request that the server has seen
 */
export function logTries(nodeType: INodeType, lastSequence: () => number): TryLog {
	// The class has it; what is set here stands before that on the one node that n8n holds.
	const original = Object.getPrototypeOf(nodeType) as Required<Pick<INodeType, 'execute'>>;
	let tries: Try[] = [];
	nodeType.execute = async function (this: IExecuteFunctions, ...given) {
		try {
			const output = await original.execute.call(this, ...given);
			const [items = []] = Array.isArray(output) ? output : [];
			// n8n goes on to change the items.
			const copies = items.map((item) => ({ ...item, json: structuredClone(item.json) }));
			tries.push({ lastSequence: lastSequence(), report: { kind: 'items', items: copies } });
			return output;
		} catch (error) {
			tries.push({ lastSequence: lastSequence(), report: { kind: 'error', error } });
			throw error;
		}
	};
	return {
		get tries() {
			return tries;
		},
		clear() {
			tries = [];
		},
	};
}
