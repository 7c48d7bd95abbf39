import type { IExecuteFunctions } from 'n8n-workflow';

import type { Deadline } from '../response/deadline';
import { deadlineIn } from '../response/deadline';
import { clock } from './clock';

/** For so long requests share what they need of timers and signals, in milliseconds. */
const LONGEST_MOMENT = 250;

/** And for no more than this part of the time that each of them has. */
const SHARE = 0.05;

/** And by no more than so many: n8n's client listens for each, and beyond ten Node.js 20 warns of a leak. */
const MOST_SHARING = 9;

/** What requests that begin in the same moment have in common. */
export interface Moment {
	readonly deadline: Deadline;
	/**
	 * The run, as n8n's client is to see it: it breaks a request off, with its connection, where the
	 * execution is cancelled, and at nothing else once there is an answer; so it takes the end for that.
	 */
	readonly run: IExecuteFunctions;
}

interface LatestMoment extends Moment {
	readonly span: number;
	readonly until: number;
	sharing: number;
}

const latest = new WeakMap<IExecuteFunctions, LatestMoment>();

/**
 * The moment in which a request begins. Requests share it, since timers and signals of its own for each
 * are a twentieth of what this node costs n8n.
 *
 * @param context the node's run
 * @param span how long the request may take, in milliseconds: never less, and up to 5 % more
 */
export function momentOf(context: IExecuteFunctions, span: number): Moment {
	const now = clock.now();
	const before = latest.get(context);
	const isSame = before?.span === span && now < before.until && before.sharing < MOST_SHARING;
	if (isSame && !before.deadline.signal.aborted) {
		before.sharing++;
		return before;
	}
	const length = Math.min(LONGEST_MOMENT, SHARE * span);
	const deadline = deadlineIn(Math.ceil(span + length));
	const run = endingAt(deadline.signal, context);
	const moment = { span, until: now + length, sharing: 1, deadline, run };
	latest.set(context, moment);
	return moment;
}

function endingAt(end: AbortSignal, context: IExecuteFunctions): IExecuteFunctions {
	const cancelled = context.getExecutionCancelSignal();
	const signal = cancelled === undefined ? end : AbortSignal.any([cancelled, end]);
	const getExecutionCancelSignal = { value: () => signal };
	return Object.create(context, { getExecutionCancelSignal }) as IExecuteFunctions;
}
