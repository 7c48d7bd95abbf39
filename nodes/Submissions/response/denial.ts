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

const CONTENT = new Set(['data', 'result']);
const COMPLAINTS = new Set(['error', 'errors']);
const FLAGS = new Set(['success', 'ok']);
const STATUSES = new Set(['status', 'statuscode', 'code']);

const STATUS_WORDS =
	/^(?:ok|success|succeeded|error|fail|failed|failure|rejected|denied|invalid|\d+)$/i;

const NEGATIVE = new Set(['error', 'fail', 'failed', 'failure', 'rejected', 'denied', 'invalid']);

/** An envelope has a few keys, in however many ways it writes them. */
const MOST_KEYS = 100;

/**
 * Looks for an objection in the body of a 2xx answer.
 *
 * Only an object that holds nothing but envelope keys can object, whatever their letter case: a form may
 * have fields called `error` or `status` itself. For the same reason a key whose value only repeats what
 * was just sent under that name says nothing of the answer.
 *
 * @param body the body; undefined where it is empty
 * @param sent the field data of the request; undefined where it had none, and the body may be a record
 */
export function objectionIn(body: JsonValue | undefined, sent: JsonObject | undefined): Objection {
	if (!isObject(body) || Object.keys(body).length > MOST_KEYS) return 'nothing';
	const all = Object.entries(body);
	if (!all.every(([key]) => ENVELOPE.has(plain(key)))) return 'nothing';
	if (sent === undefined && all.some(([key, value]) => isOfRecord(plain(key), value))) {
		return 'nothing';
	}
	const own = all.filter(([key, value]) => !isRepeated(key, value, sent));
	const entries = own.map(([key, value]) => [plain(key), value] as const);
	const saysNo = entries.some(([key, value]) => isNo(key, value));
	const saysYes = entries.some(([key, value]) => FLAGS.has(key) && isTrue(value));
	const holdsMore =
		own.length < all.length ||
		entries.some(([key, value]) => CONTENT.has(key) && !isOnlyWords(value));
	if (saysNo && !saysYes && !holdsMore) return 'denies';
	const complains = entries.some(([key, value]) => COMPLAINTS.has(key) && !isEmpty(value));
	return saysNo || complains ? 'complains' : 'nothing';
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
	if (FLAGS.has(key)) return [false, 0, '0', 'false', 'no'].includes(lowered(value));
	if (!STATUSES.has(key)) return false;
	// Beyond the statuses of HTTP a code can mean anything, success too.
	if (typeof value === 'number') return value >= 400 && value < 600;
	return (
		typeof value === 'string' && (NEGATIVE.has(value.toLowerCase()) || /^[45]\d\d$/.test(value))
	);
}

function isTrue(value: JsonValue): boolean {
	return [true, 1, '1', 'true', 'yes'].includes(lowered(value));
}

function lowered(value: JsonValue): string | number | boolean {
	if (typeof value === 'string') return value.toLowerCase();
	return typeof value === 'object' ? '' : value;
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
