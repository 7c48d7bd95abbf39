import { isPlain } from './fieldValue';

/** Names and list positions that lead from an item's fields to a value. */
export type PlainReference = readonly (string | number)[];

/** Stands for a value that only n8n's expression engine can give. */
export const NEEDS_ENGINE = Symbol('needs engine');

const START = /^=\{\{\s*\$json/;
const STEP = /\.([A-Za-z_]\w*)|\[(\d{1,9})\]|\['([^'"`\\{}]*)'\]|\["([^'"`\\{}]*)"\]/y;
const END = /\s*\}\}$/y;

/**
 * Reads an expression that is only a reference to a field of the item, or to all of its fields: what
 * drag and drop writes, such as `={{ $json.name }}`, `={{ $json['Full name'].last }}` or `={{ $json }}`.
 *
 * @param expression a parameter's text as the workflow holds it
 * @returns undefined where it is anything else
 */
export function parsePlainReference(expression: string): PlainReference | undefined {
	const start = START.exec(expression);
	if (start === null) return undefined;
	const reference: (string | number)[] = [];
	let at = start[0].length;
	for (;;) {
		STEP.lastIndex = at;
		const step = STEP.exec(expression);
		if (step === null) break;
		const [, name, position, single, double] = step;
		reference.push(position === undefined ? (name ?? single ?? double ?? '') : Number(position));
		at = STEP.lastIndex;
	}
	END.lastIndex = at;
	return END.test(expression) && !reference.some(isSpecial) ? reference : undefined;
}

/** What every object has, and n8n refuses or treats in its own way. */
function isSpecial(step: string | number): boolean {
	return step === 'prototype' || step in Object.prototype;
}

/**
 * Follows a reference without n8n's expression engine, which takes some 0.7 ms for each, and in
 * production makes of an object of a class (a date-time, a Buffer, a database's id) its inside, `{}` or
 * `[object Object]`.
 *
 * @param reference what to follow
 * @param json the item's own fields
 * @returns the item's own value, not to be changed, where it is certain that it is meant; undefined
 * where there is no such field
 */
export function followPlainReference(reference: PlainReference, json: object): unknown {
	let value: unknown = json;
	for (const step of reference) {
		if (value === undefined || value === null) return undefined;
		if (!isPlainContainer(value) || (Array.isArray(value) && typeof step === 'string')) {
			return NEEDS_ENGINE;
		}
		const property = Object.getOwnPropertyDescriptor(value, step);
		if (property !== undefined && !('value' in property)) return NEEDS_ENGINE;
		value = property?.value;
	}
	return value;
}

function isPlainContainer(value: unknown): value is object {
	return typeof value === 'object' && value !== null && (Array.isArray(value) || isPlain(value));
}
