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

/** Beside a code of an error these say which it is, and not only how an error is numbered. */
const WORDS_OF_CODE = ['errordescription', 'errormessage', 'errormsg'];

const STATUS_WORDS =
	/^(?:ok|success|succeeded|error|fail|failed|failure|rejected|denied|invalid|\d+)$/i;

const NEGATIVE = new Set(['error', 'fail', 'failed', 'failure', 'rejected', 'denied', 'invalid']);

/** In what a write is answered with, no record has these for its status. */
const NEGATIVE_OF_WRITE = new Set([...NEGATIVE, 'nok', 'ko', 'forbidden', 'unauthorized']);

/** A longer text is no code. */
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
 * a read brings is a record in the first place, so that less is taken for an objection there.
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
	if (!isWrite && all.some(([key, value]) => isOfRecord(plain(key), value))) return 'nothing';
	const own = all.filter(([key, value]) => !isRepeated(key, value, sent));
	const entries = own.map(([key, value]) => [plain(key), value] as const);
	const saysNo =
		entries.some(([key, value]) => isNo(key, value)) ||
		(isWrite && isNoToWrite(new Map(entries), sent));
	const saysYes = entries.some(([key, value]) => FLAGS.has(key) && isTrue(value));
	const holdsMore =
		own.length < all.length || entries.some(([key, value]) => holdsRecord(key, value, sent));
	if (saysNo && !saysYes && !holdsMore) return 'denies';
	const complains = entries.some(([key, value]) => isComplaint(key, value, isWrite));
	return saysNo || complains ? 'complains' : 'nothing';
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

/** A status in words of its own, such as `open`, is a field of what was asked for. */
function isOfRecord(key: string, value: JsonValue): boolean {
	return key === 'status' && typeof value === 'string' && !STATUS_WORDS.test(value);
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
	if (FLAGS.has(key)) return isFalse(value);
	if (!STATUSES.has(key)) return false;
	// Beyond the statuses of HTTP a code can mean anything, success too.
	if (typeof value === 'number') return value >= 400 && value < 600;
	return (
		typeof value === 'string' && (NEGATIVE.has(value.toLowerCase()) || /^[45]\d\d$/.test(value))
	);
}

/** The further ways in which a write is refused. */
function isNoToWrite(
	values: ReadonlyMap<string, JsonValue>,
	sent: JsonObject | undefined,
): boolean {
	const isNamed = WORDS_OF_CODE.some((key) => !isEmpty(values.get(key) ?? null));
	return (
		values.get('status') === false ||
		['status', 'result'].some((key) => NEGATIVE_OF_WRITE.has(textIn(values, key).toLowerCase())) ||
		wordsOf(textIn(values, 'code')).some((word) => NEGATIVE_OF_WRITE.has(word)) ||
		(isNamed && isCodeOfError(values.get('errorcode') ?? null)) ||
		[...CONTENT].some((key) => isRefusal(values.get(key), sent))
	);
}

function textIn(values: ReadonlyMap<string, JsonValue>, key: string): string {
	const value = values.get(key);
	return typeof value === 'string' && value.length <= LONGEST_CODE ? value : '';
}

/** The words of a code, such as `validation_failed` or `ValidationFailed`, in small letters. */
function wordsOf(code: string): string[] {
	return code
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]+/);
}

/** What services write where there is no error. */
const NO_ERROR = /^(?:0*|2\d\d|none|ok|success)$/i;

function isCodeOfError(code: JsonValue): boolean {
	if (typeof code === 'number') return code !== 0 && (code < 200 || code >= 300);
	return typeof code === 'string' && !NO_ERROR.test(code);
}

/** An envelope within the envelope, as some have it, whose flag says no. */
function isRefusal(value: JsonValue | undefined, sent: JsonObject | undefined): boolean {
	if (!isObject(value)) return false;
	const entries = Object.entries(value);
	const hasFlag = (isMeant: (flag: JsonValue) => boolean) =>
		entries.some(([key, flag]) => FLAGS.has(plain(key)) && isMeant(flag));
	return (
		hasFlag(isFalse) &&
		!hasFlag(isTrue) &&
		entries.every(
			([key, inner]) => isOfEnvelope(key, inner, true, sent) && !isRepeated(key, inner, sent),
		)
	);
}

function isComplaint(key: string, value: JsonValue, isWrite: boolean): boolean {
	if (isEmpty(value)) return false;
	if (COMPLAINTS.has(key)) return true;
	if (!isWrite) return false;
	if (BREAKDOWNS.has(key)) return typeof value !== 'string' || !NO_ERROR.test(value);
	return GROUPS.has(key) && typeof value === 'object';
}

function isFalse(value: JsonValue): boolean {
	return [false, 0, '0', 'false', 'no'].includes(lowered(value));
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
	if (isRecord(value, sent)) return true;
	if (!CONTENT.has(key) || isOnlyWords(value) || isRefusal(value, sent)) return false;
	return typeof value !== 'string' || !NEGATIVE_OF_WRITE.has(value.toLowerCase());
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
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return [null, false, '', 0].includes(value);
}
