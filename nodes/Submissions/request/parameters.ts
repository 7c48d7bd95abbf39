import type { IExecuteFunctions } from 'n8n-workflow';

/** Reads a parameter for one item, its expressions evaluated. */
export type ReadParameter = (name: string, itemIndex: number) => unknown;

/**
 * Makes a reader that evaluates a parameter once per run where it is the same for every item.
 *
 * n8n's expression engine takes about 0.7 ms for each expression, and its reader walks the whole
 * parameter even where there is none in it.
 *
 * @param context the node's run
 */
export function parameterReader(
	context: Pick<IExecuteFunctions, 'getNodeParameter'>,
): ReadParameter {
	const constants = new Map<string, unknown>();
	const varying = new Set<string>();
	return (name, itemIndex) => {
		if (constants.has(name)) return constants.get(name);
		if (!varying.has(name)) {
			const raw: unknown = context.getNodeParameter(name, itemIndex, null, {
				rawExpressions: true,
			});
			if (!holdsExpression(raw)) {
				constants.set(name, raw);
				return raw;
			}
			varying.add(name);
		}
		return context.getNodeParameter(name, itemIndex, null);
	};
}

/** n8n takes a text for an expression where it starts with an equals sign. */
function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsExpression);
}
