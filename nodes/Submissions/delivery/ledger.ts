import type { IExecuteFunctions } from 'n8n-workflow';

import type { Outcome } from '../response/outcome';
import { callOf } from './call';

/** What became of the items of one run, by their number; kept across the tries of Retry On Fail. */
export type Ledger = Map<number, Outcome>;

const ledgers = new WeakMap<object, Ledger>();

/**
 * Opens the ledger of the run that a try belongs to.
 *
 * n8n runs the whole node again in a try of Retry On Fail, with the same `getExecuteData()` object;
 * each round of a loop has one of its own. The ledger hangs on that object and is freed with it.
 *
 * As an AI tool it is another matter: all calls of all tools of an agent get the agent's one object.
 * There the arguments of a call are the same object in each try of that call, and only there.
 *
 * @param context one try of the node
 */
export function openLedger(context: IExecuteFunctions): Ledger {
	const run = runOf(context);
	if (run === undefined) return new Map();
	const opened = ledgers.get(run);
	if (opened !== undefined) return opened;
	const ledger: Ledger = new Map();
	ledgers.set(run, ledger);
	return ledger;
}

function runOf(context: IExecuteFunctions): object | undefined {
	return callOf(context) === 'tool'
		? context.getInputData(0, 'ai_tool')[0]?.json
		: context.getExecuteData();
}
