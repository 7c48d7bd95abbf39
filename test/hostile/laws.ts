import { readBody } from '../../nodes/Submissions/response/read.ts';
import type { Answer } from '../../nodes/Submissions/response/answer.ts';
import { readLimits, saysNotNow } from '../../nodes/Submissions/response/limits.ts';
import type { Asked } from '../../nodes/Submissions/response/verdict.ts';
import { VERDICTS_ON_ANSWERS, verdictOn } from '../../nodes/Submissions/response/verdict.ts';
import { TOKEN } from '../engine/service.ts';
import { described } from '../unit/examples.ts';
import type { PlannedAnswer } from './answer.ts';
import { bodyOf, hasBody, unpackAsFarAsItGoes, wireOf } from './answer.ts';
import type { Plan } from './plan.ts';
import type { Run } from './run.ts';
import { formOf, SUBMISSION } from './run.ts';

/** The longest time for which nothing else in n8n may have a turn, in milliseconds. */
export const LONGEST_STALL = 500;

/** What a run may take whatever comes in, in bytes: n8n's own part, and garbage that is not collected yet. */
export const MEMORY_OF_A_RUN = 96 * 1024 * 1024;

/** How often what came in may be in memory. */
export const MEMORY_MULTIPLE = 16;

/** How often what is sent may be. */
export const MULTIPLE_OF_SENT = 4;

/** No answer is larger, whatever a service would send. */
const LARGEST_ANSWER = 16 * 1024 * 1024;

/** More than a head may have, and less: between them nobody should depend on it. */
const LARGEST_HEAD = 16 * 1024;

/** The laws that a run breaks, each in a sentence; none where all is well. */
export function violationsOf(run: Run): string[] {
	const { outcome, taken, plan, input, sent } = run;
	if (outcome === undefined) return ['It did not end'];
	const most =
		MEMORY_OF_A_RUN +
		MEMORY_MULTIPLE * Math.min(input, plan.count * LARGEST_ANSWER) +
		MULTIPLE_OF_SENT * sent;
	return [
		...when(
			taken.stall > LONGEST_STALL,
			`Nothing else had a turn for ${Math.round(taken.stall)} ms`,
		),
		...when(
			taken.memory > most,
			`${mega(taken.memory)} MB were taken for ${input} bytes, ${sent} sent`,
		),
		...when(run.heardLater > 0, 'Something was sent after the end'),
		...when(run.open > 0, 'A connection stayed open after the end'),
		...when(run.heard.some((times) => times > 1) && !isNotNow(plan), 'An item was sent twice'),
		...wrongOutcomes(run),
		...told(run),
	];
}

/** Being told "not now" is no attempt. */
function isNotNow(plan: Plan): boolean {
	const answer = answerOf(plan);
	return answer !== undefined && saysNotNow(answer.statusCode, readLimits(answer.headers, 0));
}

function mega(bytes: number): number {
	return Math.round(bytes / 1024 / 1024);
}

function when(isBroken: boolean, sentence: string): string[] {
	return isBroken ? [sentence] : [];
}

function wrongOutcomes({ plan, outcome, heard }: Run): string[] {
	if (plan.onError === 'stopWorkflow' || outcome === undefined) return [];
	const expected = meaningOf(plan);
	return heard.flatMap((times, index) => {
		const mine = outcome.output.filter(({ pairedItem }) => isOf(pairedItem, index));
		const details = mine[0]?.json['details'] as { outcome?: string } | undefined;
		const found = mine.length === 0 ? 'nothing' : (details?.outcome ?? 'done');
		const right = times === 0 ? 'notSent' : expected;
		// A raw answer that is an empty list has no item.
		if (found === right || (found === 'nothing' && right === 'done')) return [];
		return [`Item ${index} should be ${right}, and is ${found}`];
	});
}

function isOf(pairedItem: unknown, index: number): boolean {
	if (typeof pairedItem === 'number') return pairedItem === index;
	return (
		typeof pairedItem === 'object' &&
		pairedItem !== null &&
		Reflect.get(pairedItem, 'item') === index
	);
}

/** What the answer of a plan means for an item that was sent, by the table. */
function meaningOf(plan: Plan): string {
	const answer = answerOf(plan);
	const reading = answer && readBody(answer);
	const creates = plan.operation === 'create';
	const asked: Asked = {
		url: `http://127.0.0.1/api/v1/forms/${formOf(0)}/submissions/${creates ? 'new' : SUBMISSION}`,
		kind: described(plan.operation).kind,
		namesSubmission: !creates,
		authentication: 'accessToken',
		sent: ['create', 'update'].includes(plan.operation) ? {} : undefined,
	};
	const means =
		answer && reading
			? verdictOn({ answer, reading, asked }, VERDICTS_ON_ANSWERS)?.means
			: 'unknown';
	return means === 'unknown' && plan.operation === 'get' ? 'failed' : (means ?? 'unknown');
}

/** The answer as it can be received; undefined where not even its head can. */
function answerOf({ answer }: Plan): Answer | undefined {
	const { bytes, head, whole } = wireOf(answer);
	if (answer.status < 200 || bytes.length < head || head > LARGEST_HEAD) return undefined;
	const body = hasBody(answer.status) ? bodyOf(answer) : Buffer.alloc(0);
	const isPacked = answer.packing !== 'none' && hasBody(answer.status);
	// Where only the end of the connection ends a body, a cut looks like the end.
	const seesCut = answer.framing !== 'close' || answer.then === 'nothing';
	const isCut = bytes.length < whole && seesCut;
	const isFalse = answer.packing === 'pretended' && body.length > 0;
	const unpacked = seesCut ? body : unpackedOf(answer, bytes.subarray(head));
	const came = isPacked ? unpacked : body.subarray(0, bytes.length - head);
	return {
		kind: 'answer',
		statusCode: answer.status,
		headers: Object.fromEntries(answer.headers.map(([name, value]) => [name.toLowerCase(), value])),
		chunks: [came],
		...((isCut || isFalse) && { cut: 'connectionLost' as const }),
		...(body.length > LARGEST_ANSWER && { cut: 'answerTooLarge' as const }),
	};
}

function unpackedOf({ packing }: PlannedAnswer, sent: Buffer): Buffer {
	return packing === 'none' || packing === 'pretended' ? sent : unpackAsFarAsItGoes(sent, packing);
}

/** What is told holds no secret, no tag, and not all that came. */
function told({ plan, outcome }: Run): string[] {
	const failed = (outcome?.output ?? []).filter(({ json }) => 'details' in json && 'error' in json);
	const { message = '', description = '' } = outcome?.error ?? {};
	const texts = [
		message,
		description ?? '',
		...(outcome?.hints ?? []),
		...failed.map(({ json }) => JSON.stringify([json['error'], json['message']])),
	];
	const isDone = plan.onError === 'continueRegularOutput' && failed.length === 0;
	return [
		...when(
			texts.some((text) => /[<>]/.test(text)),
			'A tag is told',
		),
		...when(
			texts.some((text) => text.length > 20_000),
			'More is told than anybody reads',
		),
		...when(!isDone && JSON.stringify([texts, failed]).includes(TOKEN), 'The token is told'),
	];
}
