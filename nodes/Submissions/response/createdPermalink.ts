import type { Body } from '../request/body';
import type { FieldPath } from '../request/fieldPath';
import { parseFieldPath } from '../request/fieldPath';
import type { JsonObject, JsonValue } from '../request/json';
import { isObject } from '../request/json';
import { percentDecode, percentEncode } from '../request/percent';
import type { NamedInPath } from '../request/permalink';
import { isPermalink, permalinksInPath, readPermalink } from '../request/permalink';
import type { Answer } from './answer';
import { plain } from './serviceWords';

const KEYS = ['permalink', 'submission_permalink'];

/** What answers call the submission one level down; whatever else has a permalink may be an author. */
const CONTAINERS = new Set([
	...['response', 'formresponse', 'data', 'd', 'result', 'record', 'item', 'entry', 'payload'],
	'resource',
]);

/** Who or what a submission belongs to, of which answers tell the permalink too. */
const CONNECTED = /author|user|owner|creator|submitter|respondent|person|parent|by$|form$/;

/** What holds more objects than this is no submission, and nothing is sought one level down. */
const MOST_OBJECTS = 1000;

/** Each is sought in what was sent, which can be long. */
const MOST_REPEATED = 5;

/**
 * Finds the new submission's permalink in the answer to a create. The interface does not say where it
 * stands, so the given path is tried, and then the usual places: the Location header, `permalink` and
 * `submission_permalink` in the body, and the same one level down (under `submission` alone, where
 * there is such a key), in what answers call a submission there, or in the only object.
 *
 * No permalink is better than a wrong one: where usual places differ, another object one level down has
 * a different one, or the first repeats what was sent (a form can have a field of that name), there is
 * none.
 *
 * @param answer what the service sent
 * @param body its body
 * @param path where to look first, such as `data.id`; empty for the usual places only
 * @param form the form's own permalink, which may stand in the answer too and is not what is sought
 * @param sent the body of the create
 * @returns the permalink, or null where there is none that is sure
 */
export function findCreatedPermalink(
	answer: Answer,
	body: JsonValue | undefined,
	path: string,
	form: string,
	sent: Body | undefined,
): string | null {
	const steps = parseFieldPath(path) ?? [];
	const pointedAt = steps.length === 0 ? undefined : asPermalink(atPath(body, steps), form);
	if (pointedAt !== undefined) return pointedAt;
	const { usual, further } = placesIn(body);
	const permalinksAt = (values: readonly JsonValue[]) =>
		values.map((value) => asPermalink(value, form)).filter((permalink) => permalink !== undefined);
	const named = permalinkInLocation(answer.headers['location'], form);
	const [first, ...found] = [...(named === undefined ? [] : [named]), ...permalinksAt(usual)];
	if (first === undefined) return null;
	const others = [...new Set([...found, ...permalinksAt(further)])].filter(
		(permalink) => permalink !== first,
	);
	if (others.length > MOST_REPEATED) return null;
	const wasSent = searcherOf(sent);
	return !wasSent(first) && others.every(wasSent) ? first : null;
}

/**
 * The value at a path.
 *
 * @param value where the path starts
 * @param path names and list positions; a position may be a name too (`0`)
 */
export function atPath(value: JsonValue | undefined, path: FieldPath): JsonValue | undefined {
	return path.reduce<JsonValue | undefined>((inner, step) => childOf(inner, step), value);
}

function childOf(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
	if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
	return (value as JsonObject)[step];
}

/** What stands in the places where a permalink is the new one's, and in those where it may be another's. */
interface Places {
	readonly usual: readonly JsonValue[];
	readonly further: readonly JsonValue[];
}

function placesIn(body: JsonValue | undefined): Places {
	if (!isObject(body)) return { usual: [], further: [] };
	const submissions = Object.keys(body).filter((name) => plain(name) === 'submission');
	const names = submissions.length > 0 ? submissions : Object.keys(body);
	const inner = names.filter((name) => isObject(body[name]));
	const within = inner.length > MOST_OBJECTS ? [] : inner;
	const isUsual = (name: string) => isOfSubmission(plain(name), within.length === 1);
	const valuesIn = (isMeant: (name: string) => boolean) =>
		within.filter(isMeant).flatMap((name) => valuesOf(body[name]));
	return {
		usual: [...valuesOf(body), ...valuesIn(isUsual)],
		further: valuesIn((name) => !isUsual(name)),
	};
}

function isOfSubmission(name: string, isOnly: boolean): boolean {
	if (CONNECTED.test(name)) return false;
	return isOnly || CONTAINERS.has(name) || name.includes('submission');
}

function valuesOf(object: JsonValue | undefined): JsonValue[] {
	return KEYS.map((key) => childOf(object, key)).filter((value) => value !== undefined);
}

/** The submission in an address of the interface or of the web pages, absolute or not. */
function permalinkInLocation(location: string | undefined, form: string): string | undefined {
	const path = (location ?? '').replace(/[?#].*$/s, '');
	const named = permalinksInPath(path);
	if (named.form !== undefined) return ofForm(named, form);
	const [, segment = ''] = LAST_SEGMENT.exec(path) ?? [];
	return ofForm({ submission: percentDecode(segment) ?? segment }, form);
}

const LAST_SEGMENT = /\/(?:responses|submissions)\/([^/]+)\/?$/;

function asPermalink(value: JsonValue | undefined, form: string): string | undefined {
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string') return undefined;
	const trimmed = text.trim();
	return /^https?:\/\//i.test(trimmed)
		? ofForm(inAddress(trimmed), form)
		: ofForm({ submission: trimmed }, form);
}

function inAddress(address: string): NamedInPath {
	try {
		const { permalink, formInAddress = '' } = readPermalink(address, 'submission');
		return { form: formInAddress, submission: permalink };
	} catch {
		return {};
	}
}

/** What may be the new submission: a permalink, not the form's own, and not one of another form. */
function ofForm(named: NamedInPath, form: string): string | undefined {
	const { submission = '' } = named;
	const isOfAnother = named.form !== undefined && named.form !== form && isPermalink(named.form);
	return isPermalink(submission) && submission !== form && !isOfAnother ? submission : undefined;
}

/** Makes a function that tells whether a body holds a text, in any case and however its format spells it. */
function searcherOf(body: Body | undefined): (text: string) => boolean {
	const texts =
		body?.kind === 'text'
			? [body.content]
			: (body?.parts ?? []).flatMap((part) => ('text' in part ? [part.text] : []));
	const lower = texts.map((text) => text.toLowerCase());
	return (text) => {
		const spellings = [text, JSON.stringify(text).slice(1, -1), percentEncode(text)];
		return spellings.some((spelling) =>
			lower.some((held) => held.includes(spelling.toLowerCase())),
		);
	};
}
