import { isPlain } from './fieldValue';
import type { Place } from './place';
import { placeName } from './place';
import { quote } from './refusal';

/** Where a value is not what the expression meant, and what stands there. */
export interface Garbled {
	/** Undefined where it is the whole value. */
	readonly place: Place | undefined;
	readonly found: string;
	readonly remedy: string;
}

const REMEDY =
	'Refer to the field alone, as {{ $json.name }} does, or give text; an object in text needs .toJsonString() behind it.';

const REMEDY_OF_DATE = 'Check what the date is made of, and in which format it is read.';

/** Thrown where a value that was read is garbled. */
export class GarbledValue extends Error {
	readonly remedy: string;

	/** @param garbled what is garbled */
	constructor({ place, found, remedy }: Garbled) {
		super(place === undefined ? `it gives ${found}` : `${quote(placeName(place))} is ${found}`);
		this.remedy = remedy;
	}
}

/** What JavaScript writes for an object that is put into text, such as `[object Object]`. */
const OBJECT_IN_TEXT = /\[object [A-Z]\w*\]/;

/** What Luxon marks its objects with, and still stands on what n8n makes of them. */
const LUXON_MARKS: Readonly<Record<string, string>> = {
	isLuxonDateTime: 'a date-time',
	isLuxonDuration: 'a duration',
	isLuxonInterval: 'an interval',
};

/**
 * Finds what came garbled out of n8n's expression engine. In production values leave the engine as
 * copies of their own fields: a date-time becomes `{ "ts": … }`, a Date `{}`, a Buffer `{ "0": … }`,
 * an object in text `[object Object]`.
 *
 * @param value what the engine gave
 * @param json the item's own fields: a copy is told by having the names of one of the item's objects
 * @param written the parameter as the workflow holds it: what is no expression there never was in the
 * engine
 * @returns one such place; undefined where there is none
 */
export function findGarbled(
	value: unknown,
	json: object | undefined,
	written: unknown,
): Garbled | undefined {
	const seen = new Set<object>();
	const left: Part[] = [{ value, place: undefined, written }];
	for (let next = left.pop(); next !== undefined; next = left.pop()) {
		const { place } = next;
		const found = isFixed(next.written) ? undefined : describeGarbled(next.value, json);
		if (found !== undefined) return { place, found, remedy: REMEDY };
		const date = typeof next.value === 'string' ? failedDateIn(next.value) : undefined;
		if (date !== undefined && !holds(json, date) && !holds(written, date)) {
			return { place, found: `text with ${quote(date)} in it`, remedy: REMEDY_OF_DATE };
		}
		if (!isContainer(next.value) || seen.has(next.value)) continue;
		seen.add(next.value);
		for (const [step, inner] of contentsOf(next.value)) {
			if (typeof inner === 'string' || typeof inner === 'object') {
				left.push({
					value: inner,
					place: { step, within: place },
					written: writtenAt(next.written, step),
				});
			}
		}
	}
	return undefined;
}

interface Part {
	readonly value: unknown;
	readonly place: Place | undefined;
	/** As the workflow holds it; undefined where it is a part of what an expression gave. */
	readonly written: unknown;
}

function isFixed(written: unknown): boolean {
	return written !== undefined && !(typeof written === 'string' && written.startsWith('='));
}

function writtenAt(written: unknown, step: string | number): unknown {
	return typeof written === 'object' && written !== null ? Reflect.get(written, step) : undefined;
}

function describeGarbled(value: unknown, json: object | undefined): string | undefined {
	if (typeof value === 'string') {
		const [found] = OBJECT_IN_TEXT.exec(value) ?? [];
		return found === undefined ? undefined : `text with ${quote(found)} in it`;
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value) || !isPlain(value)) {
		return undefined;
	}
	for (const [mark, kind] of Object.entries(LUXON_MARKS)) {
		if (Object.hasOwn(value, mark)) return `the inside of ${kind}`;
	}
	const original = json === undefined ? undefined : instancesIn(json).get(shapeOf(value));
	return original === undefined
		? undefined
		: `what n8n leaves of the object in the item's ${quote(placeName(original))}`;
}

/** What JavaScript and Luxon write for a date that they cannot read, with more around it. */
function failedDateIn(text: string): string | undefined {
	const [found] = /\bInvalid Date(?:Time)?\b/.exec(text) ?? [];
	// Where it is all of the text, the field is refused by its name.
	return found === text ? undefined : found;
}

/** Whether somebody wrote it, into the item or the parameter. */
function holds(value: unknown, text: string): boolean {
	try {
		return JSON.stringify([value]).includes(text);
	} catch {
		return true;
	}
}

const instancesBefore = new WeakMap<object, ReadonlyMap<string, Place>>();

/** The objects of classes in an item, by the shape of the copies that the engine makes of them. */
function instancesIn(json: object): ReadonlyMap<string, Place> {
	const known = instancesBefore.get(json);
	if (known !== undefined) return known;
	const instances = new Map<string, Place>();
	const seen = new Set<object>([json]);
	const left: { readonly value: object; readonly place: Place | undefined }[] = [
		{ value: json, place: undefined },
	];
	for (let next = left.pop(); next !== undefined; next = left.pop()) {
		for (const [step, inner] of contentsOf(next.value)) {
			if (typeof inner !== 'object' || inner === null || seen.has(inner)) continue;
			seen.add(inner);
			const place = { step, within: next.place };
			if (isContainer(inner)) left.push({ value: inner, place });
			else instances.set(shapeOf(inner), place);
		}
	}
	instancesBefore.set(json, instances);
	return instances;
}

/** Names enough to tell objects apart; a Buffer has one for each byte. */
const MOST_NAMES = 20;

function shapeOf(value: object): string {
	if (value instanceof Uint8Array) {
		const names = Array.from(value.subarray(0, MOST_NAMES), (_, index) => String(index));
		return JSON.stringify([value.length, names]);
	}
	const names = Object.keys(value);
	return JSON.stringify([names.length, names.slice(0, MOST_NAMES)]);
}

function isContainer(value: unknown): value is object {
	return typeof value === 'object' && value !== null && (Array.isArray(value) || isPlain(value));
}

function* contentsOf(
	container: object,
): Generator<readonly [step: string | number, inner: unknown]> {
	if (Array.isArray(container)) {
		yield* container.entries() as ArrayIterator<[number, unknown]>;
		return;
	}
	for (const name of Object.keys(container)) {
		// Not what is computed when it is read.
		yield [name, Object.getOwnPropertyDescriptor(container, name)?.value];
	}
}
