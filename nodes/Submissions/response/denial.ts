import type { Kind } from '../description/operations';
import type { JsonObject, JsonValue } from '../request/json';
import { isObject } from '../request/json';
import { plain } from './serviceWords';

/**
 * What the body of a 2xx answer says against it.
 *
 * - `denies`: it says in so many words that nothing was done;
 * - `complains`: it tells of something that went wrong, which can be besides what was done;
 * - `nothing`: neither.
 */
export type Objection = 'denies' | 'complains' | 'nothing';

/** Keys under which services wrap what they say of an answer, in one way of writing. */
const ENVELOPE = new Set([
	'success',
	'ok',
	'status',
	'statuscode',
	'code',
	'error',
	'errors',
	'errorcode',
	'errordescription',
	'message',
	'messages',
	'msg',
	'detail',
	'details',
	'title',
	'type',
	'timestamp',
	'path',
	'instance',
	'requestid',
	'traceid',
	'correlationid',
	'data',
	'result',
]);

/** What else stands in the answer to a write; to a read they are more often fields of what was asked for. */
const ENVELOPE_OF_WRITE = new Set([
	'reason',
	'description',
	'text',
	'statustext',
	'errormessage',
	'errormsg',
	'errortype',
	'exception',
	'stacktrace',
	'trace',
	'fault',
	'fielderrors',
	'validationerrors',
	'violations',
	'issues',
	'invalidparams',
]);

const CONTENT = new Set(['data', 'result']);
const COMPLAINTS = new Set(['error', 'errors']);
const FLAGS = new Set(['success', 'ok']);
const STATUSES = new Set(['status', 'statuscode', 'code']);

/** What broke down may have stored before. */
const BREAKDOWNS = new Set(['errormessage', 'errormsg', 'errortype', 'exception', 'fault']);

/** What is wrong with fields; as a text it is more likely a field itself. */
const GROUPS = new Set([
	'fielderrors',
	'validationerrors',
	'violations',
	'issues',
	'invalidparams',
]);

/** Where an answer says what became of a write. */
const OF_OUTCOME = new Set([
	...['status', 'statuscode', 'result', 'code', 'errorcode', 'message', 'msg'],
	...['errormessage', 'errormsg', 'errordescription'],
]);

const STATUS_WORDS =
	/^(?:ok|success|succeeded|error|fail|failed|failure|rejected|denied|invalid|\d+)$/i;

const NEGATIVE = new Set(['error', 'fail', 'failed', 'failure', 'rejected', 'denied', 'invalid']);

/** In what a write is answered with, no record has these for its status. */
const NEGATIVE_OF_WRITE = new Set([...NEGATIVE, 'nok', 'ko', 'forbidden', 'unauthorized']);

/** Beside these the negative words of a code say the opposite: `NO_ERROR`, `0 failed`. */
const HARMLESS = new Set(['no', 'not', 'none', 'zero', 'without', 'free', 'success', 'ok']);

const SUCCESSES = new Set(['success', 'successful', 'successfully', 'succeeded']);

/** Alone they say that it was done; in a sentence they may speak of something else. */
const DONE = new Set([...SUCCESSES, 'ok', 'created', 'updated', 'deleted', 'done', 'accepted']);

/** A sentence with one of these speaks of no success, or only of one that is asked for. */
const DOUBTS = new Set([
	...NEGATIVE_OF_WRITE,
	...['not', 'no', 'none', 'never', 'nothing', 'cannot', 'unable', 'without', 'errors', 'fails'],
	...['must', 'required', 'before', 'until', 'unless', 'if'],
]);

/** A longer text is no code, and no word of success. */
const LONGEST_CODE = 100;

/** An envelope has a few keys, in however many ways it writes them. */
const MOST_KEYS = 100;

/** Where a record tells under which permalink it is stored. */
const PERMALINKS = new Set(['permalink', 'submissionpermalink']);

/**
 * Looks for an objection in the body of a 2xx answer.
 *
 * Only an object that holds nothing but envelope keys can object, whatever their letter case: a form may
 * have fields called `error` or `status` itself. For the same reason a key whose value only repeats what
 * was just sent under that name says nothing of the answer, and what holds a record denies nothing. What
 * a read brings, or a delete took away, is a record in the first place, so that less is taken for an
 * objection there.
 *
 * A denial lets a write be sent again, so that only what is always said of an answer denies, and a flag;
 * in other words a write is doubted at most, and not where the answer also says that it was done.
 *
 * @param body the body; undefined where it is empty
 * @param kind what the request was to do
 * @param sent the field data of the request; undefined where it had none
 */
export function objectionIn(
	body: JsonValue | undefined,
	kind: Kind,
	sent: JsonObject | undefined,
): Objection {
	if (!isObject(body) || Object.keys(body).length > MOST_KEYS) return 'nothing';
	const isWrite = kind !== 'read';
	const all = Object.entries(body);
	if (!all.every(([key, value]) => isOfEnvelope(key, value, isWrite, sent))) return 'nothing';
	const own = all.filter(([key, value]) => !isRepeated(key, value, sent));
	const entries = own.map(([key, value]) => [plain(key), value] as const);
	const isFlagged = isWrite && entries.some(([key, value]) => isFlaggedNo(key, value));
	const refuses = isFlagged || (isWrite && entries.some(isStatusFalse));
	const isRecordItself = isToldOf(all, kind);
	if (isRecordItself && !refuses) return 'nothing';

	const isOnlyOfAnswer = all.every(([key]) => ENVELOPE.has(plain(key)));
	const saysNo = entries.some(([key, value]) => isNo(key, value));
	const saysYes = entries.some(([key, value]) => FLAGS.has(key) && isTrue(value));
	const agrees = all.some(([key, value]) => isAgreement(plain(key), value));
	const holdsMore =
		isRecordItself ||
		own.length < all.length ||
		entries.some(([key, value]) => holdsRecord(key, value, sent));
	const denies = (isOnlyOfAnswer && saysNo && !saysYes) || (refuses && !agrees);
	if (denies && !holdsMore) return 'denies';
	const complains =
		saysNo || entries.some(([key, value]) => COMPLAINTS.has(key) && !isEmpty(value));
	if (isFlagged || (complains && isOnlyOfAnswer)) return 'complains';
	const isDoubted = refuses || complains || isDoubtful(new Map(entries), sent);
	return isWrite && !agrees && isDoubted ? 'complains' : 'nothing';
}

function isOfEnvelope(
	key: string,
	value: JsonValue,
	isWrite: boolean,
	sent: JsonObject | undefined,
): boolean {
	const name = plain(key);
	if (ENVELOPE.has(name)) return true;
	return isWrite && ENVELOPE_OF_WRITE.has(name) && !isRepeated(key, value, sent);
}

/** Whether a body is what a read brought, or a delete took away: it has a status in words of its own. */
function isToldOf(entries: readonly (readonly [string, JsonValue])[], kind: Kind): boolean {
	if (kind !== 'read' && kind !== 'remove') return false;
	const isOwn = (status: JsonValue) =>
		typeof status === 'string' &&
		!STATUS_WORDS.test(status) &&
		!(kind === 'remove' && NEGATIVE_OF_WRITE.has(status.toLowerCase()));
	return entries.some(([key, value]) => plain(key) === 'status' && isOwn(value));
}

/** Whether a field of the request comes back as it was sent. */
function isRepeated(key: string, value: JsonValue, sent: JsonObject | undefined): boolean {
	return sent !== undefined && Object.hasOwn(sent, key) && textOf(sent[key]) === textOf(value);
}

/** Forms send a number as its text, so the two are the same here. */
function textOf(value: JsonValue | undefined): string {
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isNo(key: string, value: JsonValue): boolean {
	if (FLAGS.has(key)) return [false, 0, '0', 'false', 'no'].includes(lowered(value));
	if (!STATUSES.has(key)) return false;
	// Beyond the statuses of HTTP a code can mean anything, success too.
	if (typeof value === 'number') return value >= 400 && value < 600;
	return (
		typeof value === 'string' && (NEGATIVE.has(value.toLowerCase()) || /^[45]\d\d$/.test(value))
	);
}

/** The word `no` is an answer to a question of a form as well. */
function isFlaggedNo(key: string, value: JsonValue): boolean {
	return FLAGS.has(key) && [false, 0, '0', 'false'].includes(lowered(value));
}

function isStatusFalse([key, value]: readonly [string, JsonValue]): boolean {
	return key === 'status' && value === false;
}

/** The further ways in which answers say that a write was not done. */
function isDoubtful(values: ReadonlyMap<string, JsonValue>, sent: JsonObject | undefined): boolean {
	return (
		['status', 'result'].some((key) => NEGATIVE_OF_WRITE.has(textIn(values, key).toLowerCase())) ||
		isNegative(wordsOf(values.get('code') ?? null)) ||
		(!isNothing(values.get('errordescription') ?? null) &&
			isCodeOfError(values.get('errorcode') ?? null)) ||
		[...CONTENT].some((key) => isRefusedWithin(values.get(key), sent)) ||
		[...BREAKDOWNS].some((key) => !isNothing(values.get(key) ?? null)) ||
		[...GROUPS].some((key) => isGroup(values.get(key) ?? null))
	);
}

function textIn(values: ReadonlyMap<string, JsonValue>, key: string): string {
	const value = values.get(key);
	return typeof value === 'string' && value.length <= LONGEST_CODE ? value : '';
}

/** The words of a code, such as `validation_failed` or `ValidationFailed`, or of a short text, in small letters. */
function wordsOf(value: JsonValue): string[] {
	if (typeof value === 'object') return [];
	const text = String(value);
	if (text.length > LONGEST_CODE) return [];
	return text
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.replace(/n['’]t\b/g, ' not')
		.replace(/\b(?:no|without|zero|0)[\s_-]+errors?\b/g, 'success')
		.split(/[^a-z\d]+/)
		.filter((word) => word !== '');
}

function isNegative(words: readonly string[]): boolean {
	return words.some((word) => NEGATIVE_OF_WRITE.has(word)) && !words.some(isHarmless);
}

function isHarmless(word: string): boolean {
	return HARMLESS.has(word) || ZERO.test(word);
}

const ZERO = /^0+$/;

const OF_SUCCESS = /^2\d\d$/;

function isCodeOfError(code: JsonValue): boolean {
	return (
		!isNothing(code) && !wordsOf(code).some((word) => isHarmless(word) || OF_SUCCESS.test(word))
	);
}

/** Whether an answer says in some place that it was done. */
function isAgreement(key: string, value: JsonValue): boolean {
	if (FLAGS.has(key)) return isTrue(value);
	if (!OF_OUTCOME.has(key)) return false;
	const words = wordsOf(value);
	return value === true || isDone(words) || (key.endsWith('code') && ZERO.test(words.join(' ')));
}

function isDone(words: readonly string[]): boolean {
	if (words.length === 0) return false;
	return (
		words.every((word) => DONE.has(word) || OF_SUCCESS.test(word)) ||
		(words.some((word) => SUCCESSES.has(word)) && !words.some((word) => DOUBTS.has(word)))
	);
}

/** An envelope within the envelope, as some have it, whose flag says no; a field may be called `ok`. */
function isRefusedWithin(value: JsonValue | undefined, sent: JsonObject | undefined): boolean {
	if (!isObject(value)) return false;
	const entries = Object.entries(value);
	return (
		entries.some(([key, flag]) => plain(key) === 'success' && isFlaggedNo('success', flag)) &&
		!entries.some(([key, flag]) => FLAGS.has(plain(key)) && isTrue(flag)) &&
		entries.every(
			([key, inner]) => isOfEnvelope(key, inner, true, sent) && !isRepeated(key, inner, sent),
		)
	);
}

/** Also what services write where there is no error. */
function isNothing(value: JsonValue): boolean {
	return (
		isEmpty(value) || (typeof value === 'string' && /^(?:0+|none|null|n\/?a|-+)$/i.test(value))
	);
}

function isGroup(value: JsonValue): boolean {
	return typeof value === 'object' && !isEmpty(value);
}

function isTrue(value: JsonValue): boolean {
	return [true, 1, '1', 'true', 'yes'].includes(lowered(value));
}

function lowered(value: JsonValue): string | number | boolean {
	if (typeof value === 'string') return value.toLowerCase();
	return typeof value === 'object' ? '' : value;
}

/** Whether what stands under a key of an envelope may be what was stored. */
function holdsRecord(key: string, value: JsonValue, sent: JsonObject | undefined): boolean {
	return isRecord(value, sent) || (CONTENT.has(key) && !isOnlyWords(value));
}

/** It has a permalink, or repeats what was sent. */
function isRecord(value: JsonValue, sent: JsonObject | undefined): boolean {
	return (
		isObject(value) &&
		Object.entries(value).some(
			([key, inner]) => PERMALINKS.has(plain(key)) || isRepeated(key, inner, sent),
		)
	);
}

/** Nothing, or a map of messages as JSend has it: no record of what was done. */
function isOnlyWords(value: JsonValue): boolean {
	if (!isObject(value)) return isEmpty(value);
	return Object.values(value).every(
		(words) =>
			typeof words === 'string' ||
			(Array.isArray(words) && words.every((word) => typeof word === 'string')),
	);
}

function isEmpty(value: JsonValue): boolean {
	if (Array.isArray(value)) return value.length === 0;
	// A map from fields to messages may hold a list for each, with nothing in it.
	if (isObject(value)) return Object.values(value).every(isEmptyList);
	return [null, false, '', 0].includes(value);
}

function isEmptyList(value: JsonValue): boolean {
	return Array.isArray(value) && value.length === 0;
}
