import type { IExecuteFunctions } from 'n8n-workflow';

import { findGarbled, GarbledValue } from './garbledValue';
import type { PlainReference } from './plainReference';
import { followPlainReference, NEEDS_ENGINE, parsePlainReference } from './plainReference';

/** Reads a parameter for one item, its expressions evaluated. */
export type ReadParameter = (name: string, itemIndex: number) => unknown;

/** Gives a parameter, or a part of one, as the workflow holds it: its expressions as text. */
export type ReadWritten = (path: string) => unknown;

/**
 * Makes a reader of parameters as the workflow holds them, the same for all items of a run.
 *
 * @param context the node's run
 */
export function writtenReader(context: Pick<IExecuteFunctions, 'getNodeParameter'>): ReadWritten {
	const known = new Map<string, unknown>();
	return (path) => {
		if (!known.has(path)) {
			known.set(path, context.getNodeParameter(path, 0, null, { rawExpressions: true }));
		}
		return known.get(path);
	};
}

/**
 * Makes a reader that asks n8n's expression engine only for what needs it: what is the same for every
 * item is read once, and plain references such as `={{ $json.name }}` are followed without it.
 *
 * @param context the node's run
 * @param fieldsOf an item's own fields; undefined where `$json` in expressions is something else, as in
 * a call by an AI agent
 * @returns a reader that throws GarbledValue for what n8n's expressions cannot have meant to give, and
 * whatever n8n throws
 */
export function parameterReader(
	context: Pick<IExecuteFunctions, 'getNodeParameter'>,
	fieldsOf: (itemIndex: number) => object | undefined,
): ReadParameter {
	const plans = new Map<string, Plan>();
	const readWritten = writtenReader(context);
	return (name, itemIndex) => {
		let plan = plans.get(name);
		if (plan === undefined) {
			plan = planFor(readWritten(name), name);
			plans.set(name, plan);
		}
		const fields = fieldsOf(itemIndex);
		return carryOut(plan, fields, (path, written) => {
			const value: unknown = context.getNodeParameter(path, itemIndex, null);
			const garbled = findGarbled(value, fields, written);
			if (garbled !== undefined) throw new GarbledValue(garbled);
			return value;
		});
	};
}

/** How a parameter, or a part of one, is read. */
type Plan =
	/** It is the same for every item. */
	| { readonly kind: 'constant'; readonly value: unknown }
	/** It is a plain reference to a field of the item. */
	| { readonly kind: 'reference'; readonly reference: PlainReference; readonly path: string }
	/** Each of its parts is read by itself. */
	| { readonly kind: 'parts'; readonly parts: readonly Part[]; readonly isList: boolean }
	/** n8n evaluates it as a whole. */
	| { readonly kind: 'engine'; readonly path: string; readonly written: unknown };

type Part = readonly [key: string, plan: Plan];

function planFor(raw: unknown, path: string): Plan {
	if (typeof raw === 'string' && raw.startsWith('=')) {
		const reference = parsePlainReference(raw);
		return reference === undefined
			? { kind: 'engine', path, written: raw }
			: { kind: 'reference', reference, path };
	}
	if (typeof raw !== 'object' || raw === null) return { kind: 'constant', value: raw };
	const isList = Array.isArray(raw);
	const parts = Object.entries(raw).map(([key, value]): Part => [
		key,
		planFor(value, isList ? `${path}[${key}]` : `${path}.${key}`),
	]);
	if (parts.every(([, plan]) => plan.kind === 'constant')) return { kind: 'constant', value: raw };
	// An expression may refer to what stands beside it in an object, so n8n gets that object as a whole.
	const isWhole = !isList && parts.some(([key, plan]) => plan.kind === 'engine' || !isName(key));
	return isWhole ? { kind: 'engine', path, written: raw } : { kind: 'parts', parts, isList };
}

/** A key that can stand in a path. */
function isName(key: string): boolean {
	return /^\w+$/.test(key);
}

function carryOut(
	plan: Plan,
	fields: object | undefined,
	evaluate: (path: string, written?: unknown) => unknown,
): unknown {
	switch (plan.kind) {
		case 'constant':
			return plan.value;
		case 'engine':
			return evaluate(plan.path, plan.written);
		case 'reference': {
			const value =
				fields === undefined ? NEEDS_ENGINE : followPlainReference(plan.reference, fields);
			return value === NEEDS_ENGINE ? evaluate(plan.path) : value;
		}
		case 'parts': {
			const values = plan.parts.map(
				([key, part]) => [key, carryOut(part, fields, evaluate)] as const,
			);
			return plan.isList ? values.map(([, value]) => value) : Object.fromEntries(values);
		}
	}
}
