import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { assignments } from '../service.ts';

/** What a test puts into the node: its parameters, and the items that they read. */
export interface Given {
	readonly parameters: INodeParameters;
	readonly items: readonly INodeExecutionData[];
}

const TYPES: Record<string, string> = {
	string: 'string',
	number: 'number',
	boolean: 'boolean',
};

/** The type of a row in Define Below that takes a value. */
export function typeOf(value: unknown): string {
	if (Array.isArray(value)) return 'array';
	return TYPES[typeof value] ?? (value === null ? 'string' : 'object');
}

/** Ways to give the same field data, one for each Field Data Mode. */
export const MODES: readonly [mode: string, give: (fieldData: IDataObject) => Given][] = [
	[
		'defineBelow',
		(fieldData) => ({
			parameters: {
				fieldDataMode: 'defineBelow',
				fieldData: assignments(
					...Object.entries(fieldData).map(
						([name, value]) => [name, `={{ $json.${name} }}`, typeOf(value)] as const,
					),
				),
			},
			items: [{ json: fieldData }],
		}),
	],
	[
		'autoMap',
		(fieldData) => ({
			parameters: { fieldDataMode: 'autoMap', ignoreFields: 'row_number' },
			items: [{ json: { row_number: 2, ...fieldData } }],
		}),
	],
	[
		'json',
		(fieldData) => ({
			parameters: { fieldDataMode: 'json', fieldDataJson: JSON.stringify(fieldData) },
			items: [{ json: {} }],
		}),
	],
];

/** The values of Body Format. */
export const FORMATS = ['json', 'form', 'multipart'] as const;

export type Format = (typeof FORMATS)[number];

/**
 * What a service understands of field data in a format: in `form` and `multipart` every value is text,
 * and null is the empty text.
 */
export function understood(value: unknown, format: Format): unknown {
	if (format === 'json') return value;
	if (Array.isArray(value)) return value.map((element) => understood(element, format));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, understood(inner, format)]),
		);
	}
	if (value === null) return '';
	return typeof value === 'string' ? value : JSON.stringify(value);
}
