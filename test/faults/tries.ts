import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import type { SentLog } from './sent.ts';

/** What the node itself gave back to n8n in one try. */
export type Report =
	| { readonly kind: 'items'; readonly items: readonly INodeExecutionData[] }
	| { readonly kind: 'error'; readonly error: unknown };

/** One try of the node: n8n makes several where Retry On Fail is on. */
export interface Try {
	/** When the node gave back or threw, in milliseconds on the clock of the process. */
	readonly endedAt: number;
	readonly report: Report;
}

/** The tries of the run that is under way. */
export interface TryLog {
	readonly tries: readonly Try[];
	/** Resolves when the node has ended: n8n does not wait for one whose execution is cancelled. */
	ended(): Promise<void>;
	clear(): void;
}

/**
 * Notes each try that n8n makes of a node, and leaves it as it is otherwise.
 *
 * @param nodeType the node as n8n's loader holds it, whose `execute` is wrapped
 * @param sentLog is told which try each request comes from
 */
export function logTries(nodeType: INodeType, sentLog: SentLog): TryLog {
	// The class has it; what is set here stands before that on the one node that n8n holds.
	const original = Object.getPrototypeOf(nodeType) as Required<Pick<INodeType, 'execute'>>;
	let tries: Try[] = [];
	let underWay: Promise<unknown> = Promise.resolve();
	nodeType.execute = function (this: IExecuteFunctions, ...given) {
		const number = tries.length;
		const note = (report: Report) => {
			tries.push({ endedAt: performance.now(), report });
		};
		const result = sentLog.within(number, async () => {
			try {
				const output = await original.execute.call(this, ...given);
				const [items = []] = Array.isArray(output) ? output : [];
				// n8n goes on to change the items.
				const copies = items.map((item) => ({ ...item, json: structuredClone(item.json) }));
				note({ kind: 'items', items: copies });
				return output;
			} catch (error) {
				note({ kind: 'error', error });
				throw error;
			}
		});
		underWay = result.catch(() => undefined);
		return result;
	};
	return {
		get tries() {
			return tries;
		},
		async ended() {
			await underWay;
		},
		clear() {
			tries = [];
		},
	};
}
