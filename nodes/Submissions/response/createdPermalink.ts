import type { JsonObject, JsonValue } from '../request/json';
import { isObject } from '../request/json';
import { percentDecode } from '../request/percent';
import { readPermalink } from '../request/permalink';
import type { Answer } from './answer';

const KEYS = ['permalink', 'submission_permalink'];

/**
 * Finds the new submission's permalink in the answer to a create. The interface does not say where it
 * stands, so the places are tried in order: the given path, the Location header, `permalink` and
 * `submission_permalink` in the body, and the same one level down.
 *
 * @param answer what the service sent
 * @param body its body
 * @param path names separated by dots, such as `data.id`; empty for the usual places only
 * @param form the form's own permalink, which may stand in the answer too and is not what is sought
 * @returns the permalink, or null where there is none that could be one
 */
export function findCreatedPermalink(
	answer: Answer,
	body: JsonValue | undefined,
	path: string,
	form: string,
): string | null {
	const candidates = [
		...(path === '' ? [] : [atPath(body, path)]),
		permalinkInLocation(answer.headers['location']),
		...(isObject(body)
			? [...valuesOf(body), ...Object.values(body).filter(isObject).flatMap(valuesOf)]
			: []),
	];
	for (const candidate of candidates) {
		const permalink = asPermalink(candidate);
		if (permalink !== undefined && permalink !== form) return permalink;
	}
	return null;
}

/**
 * The value at a path of names separated by dots.
 *
 * @param value where the path starts
 * @param path such as `data.submission.permalink`; list positions are names too (`0`)
 */
export function atPath(value: JsonValue | undefined, path: string): JsonValue | undefined {
	return path
		.split('.')
		.reduce<JsonValue | undefined>((inner, name) => childOf(inner, name.trim()), value);
}

function childOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
	if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
	return (value as JsonObject)[name];
}

function valuesOf(object: JsonObject): (JsonValue | undefined)[] {
	return KEYS.map((key) => childOf(object, key));
}

/** The submission in an address of the API or of the web pages, absolute or not. */
function permalinkInLocation(location: string | undefined): string | undefined {
	const [, segment] = LAST_SEGMENT.exec(location ?? '') ?? [];
	return segment === undefined ? undefined : percentDecode(segment);
}

const LAST_SEGMENT = /\/(?:responses|submissions)\/([^/?#]+)\/?(?:[?#].*)?$/;

function asPermalink(candidate: JsonValue | undefined): string | undefined {
	if (typeof candidate !== 'string' && typeof candidate !== 'number') return undefined;
	try {
		return readPermalink(candidate, 'submission').permalink;
	} catch {
		return undefined;
	}
}
