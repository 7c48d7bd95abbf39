import { isPlain } from './fieldValue';

/** Names and list positions that lead from an item's fields to a value. */
export type PlainReference = readonly (string | number)[];

/** Stands for a value that only n8n's expression engine can give. */
export const NEEDS_ENGINE = Symbol('needs engine');

/** A value that is the same however it is read. */
export type PlainValue = string | number | boolean | null | undefined;

const EXPRESSION =
	/^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\[(?:\d{1,9}|'[^'"`\\{}]*'|"[^'"`\\{}]*")\])+)\s*\}\}$/;

const STEP = /\.([A-Za-z_]\w*)|\[(\d+)\]|\[['"]([^'"]*)['"]\]/g;

/**
 * Reads an expression that is only a reference to a field of the item: what drag and drop writes, such
 * as `={{ $json.name }}` or `={{ $json['Full name'].last }}`.
 *
 * @param expression a parameter's text as the workflow holds it
 * @returns undefined where it is anything else
 */
export function parsePlainReference(expression: string): PlainReference | undefined {
	const [, steps] = EXPRESSION.exec(expression) ?? [];
	if (steps === undefined) return undefined;
	const reference = Array.from(steps.matchAll(STEP), ([, name, position, quoted]) =>
		position === undefined ? (name ?? quoted ?? '') : Number(position),
	);
	return reference.some(isSpecial) ? undefined : reference;
}

/** What every object has, and n8n refuses or treats in its own way. */
function isSpecial(step: string | number): boolean {
	return step === 'prototype' || step in Object.prototype;
}

/**
 * Follows a reference without n8n's expression engine, which takes some 0.7 ms for each.
 *
 * @param reference what to follow
 * @param json the item's own fields
 * @returns the value where it is certain that the engine gives the same: text, a number, true, false,
 * null, or undefined where there is no such field
 */
export function followPlainReference(
	reference: PlainReference,
	json: object,
): PlainValue | typeof NEEDS_ENGINE {
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
	return isPlainValue(value) ? value : NEEDS_ENGINE;
}

function isPlainContainer(value: unknown): value is object {
	return typeof value === 'object' && value !== null && (Array.isArray(value) || isPlain(value));
}

function isPlainValue(value: unknown): value is PlainValue {
	return (
		value === undefined ||
		value === null ||
		typeof value === 'string' ||
		typeof value === 'number' ||
		typeof value === 'boolean'
	);
}
