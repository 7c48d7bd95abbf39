import type { FieldPath } from '../request/fieldPath';
import { parseFieldPath } from '../request/fieldPath';
import type { JsonObject, JsonValue } from '../request/json';
import { isObject } from '../request/json';
import { atPath } from './createdPermalink';
import type { Missing } from './outcome';

/** What is kept of a body, and which of the fields were nowhere in it. */
export interface KeptFields {
	readonly body: JsonValue | undefined;
	readonly missing?: Missing;
}

/** So many of the names that there are, each cut at so many characters. */
const MOST_THERE = 20;
const LONGEST_THERE = 60;

/**
 * Keeps only some fields of a body, so that other personal data stays out of the run's record.
 *
 * A name is a field of the body, or else a path in it (`data.email`), or else a field of an object in the
 * body; where several such objects have it, each stands under its path.
 *
 * @param body a body; lists are gone through, and of what has no fields nothing is kept
 * @param names field names; none to keep all
 */
export function keepFields(body: JsonValue | undefined, names: readonly string[]): KeptFields {
	if (names.length === 0) return { body };
	const found = new Set<string>();
	const kept = keep(
		body,
		names.map((name) => ({ name, path: pathOf(name) })),
		found,
	);
	const missing = names.filter((name) => !found.has(name));
	return {
		body: kept,
		...(missing.length > 0 && { missing: { names: missing, there: namesIn(body) } }),
	};
}

interface Wanted {
	readonly name: string;
	readonly path: FieldPath;
}

/** A name that is no path is only a name; one of dots alone must not lead to all there is. */
function pathOf(name: string): FieldPath {
	const path = parseFieldPath(name) ?? [];
	return path.length === 0 ? [name] : path;
}

function keep(
	body: JsonValue | undefined,
	fields: readonly Wanted[],
	found: Set<string>,
): JsonValue | undefined {
	if (Array.isArray(body)) {
		return body.map((element) => keep(element, fields, found)).filter((kept) => kept !== undefined);
	}
	if (!isObject(body)) return undefined;
	return Object.fromEntries(
		fields.flatMap((field) => {
			const entries = entriesOf(body, field);
			if (entries.length > 0) found.add(field.name);
			return entries;
		}),
	);
}

/** Objects whose names are longer are passed over: V8 would compare each two of many from their beginning. */
const LONGEST_OUTER = 1000;

function entriesOf(body: JsonObject, { name, path }: Wanted): [string, JsonValue][] {
	const value = Object.hasOwn(body, name) ? body[name] : atPath(body, path);
	if (value !== undefined) return [[name, value]];
	const inner = Object.entries(body).flatMap(([outer, object]): [string, JsonValue][] => {
		if (outer.length > LONGEST_OUTER || !isObject(object)) return [];
		const held = Object.hasOwn(object, name) ? object[name] : undefined;
		return held === undefined ? [] : [[`${outer}.${name}`, held]];
	});
	const [only, ...others] = inner;
	return only !== undefined && others.length === 0 ? [[name, only[1]]] : inner;
}

/** The names of a body's fields, and of those one level down; of a list, those of its first element. */
function namesIn(body: JsonValue | undefined): string[] {
	const object = Array.isArray(body) ? body.find(isObject) : body;
	if (!isObject(object)) return [];
	const names = new Set<string>();
	for (const fields of [object, ...Object.values(object).filter(isObject)]) {
		for (const name of Object.keys(fields)) {
			if (names.size === MOST_THERE) return [...names];
			names.add(name.slice(0, LONGEST_THERE));
		}
	}
	return [...names];
}
