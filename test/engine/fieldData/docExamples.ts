import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { INodeExecutionData, INodeParameters, INodeProperties } from 'n8n-workflow';

import { assignments, locator } from '../service.ts';
import { inMemory } from './binaryStorage.ts';
import { codeIn, rowsIn, tablesIn } from './docTables.ts';

/** The form and submission that the examples in the docs speak of, and the permalink that new ones get there. */
export const DOC_FORM = 'aB3dE5gH7j';
export const DOC_SUBMISSION = 'kL9mN1pQ3r';
export const DOC_CREATED = 'rS5tU7vW9x';

/** One example of a page: settings of the node, and what they lead to. */
export interface Example {
	/** The heading above it. */
	readonly title: string;
	readonly settings: readonly (readonly [setting: string, value: string])[];
	/** What is shown of it, by what that is called. */
	readonly blocks: Readonly<Record<string, string>>;
}

/** A page of the docs. */
export interface Page {
	readonly examples: readonly Example[];
	/** The rows of its table of expressions, code without its backticks. */
	readonly values: readonly (readonly [expression: string, sent: string])[];
}

/**
 * Reads a page of the docs.
 *
 * @param name its file name in docs/
 */
export function readPage(name: string): Page {
	const text = readFileSync(resolve(__dirname, '../../../docs', name), 'utf8');
	const examples = text.split(/^#+ /m).flatMap((section): Example[] => {
		const title = section.split('\n', 1)[0] ?? '';
		const settings = pairsIn(section, 'Setting');
		const rows = rowsIn(section).map(({ settings: own, blocks }, index) => ({
			title: `${title}, row ${index + 1}`,
			settings: [...settings, ...own],
			blocks,
		}));
		if (rows.length > 0 || settings.length === 0) return rows;
		return [{ title, settings, blocks: blocksOf(section) }];
	});
	return { examples, values: pairsIn(text, 'The expression') };
}

function pairsIn(text: string, firstHeading: string): [string, string][] {
	const [table] = tablesIn(text).filter(({ headings }) => headings[0] === firstHeading);
	return (table?.rows ?? []).map(([first = '', second = '']) => [first, second]);
}

const BLOCKS = new Set(['input', 'request', 'answer', 'output', 'hint', 'refused', 'failed']);

function blocksOf(section: string): Record<string, string> {
	const fences = section.matchAll(/^```\w+ (\w+)\n([\s\S]*?)^```$/gm);
	return Object.fromEntries(
		Array.from(fences, ([, name = '', content = '']) => {
			if (!BLOCKS.has(name)) throw new Error(`No test reads a block called "${name}"`);
			return [name, content.replace(/\n$/, '')];
		}),
	);
}

/** What the node is given in an example. */
export interface GivenExample {
	readonly parameters: INodeParameters;
	readonly items: readonly INodeExecutionData[];
}

/**
 * Turns an example into parameters and items. Settings are found by the labels that a person sees.
 *
 * @param example an example of the docs
 * @param properties the node's properties
 * @throws Error where the node has no such setting or choice any more
 */
export function toGiven(example: Example, properties: readonly INodeProperties[]): GivenExample {
	const parameters: INodeParameters = {
		form: locator(DOC_FORM),
		submission: locator(DOC_SUBMISSION),
	};
	const rows: (readonly [string, unknown, string])[] = [];
	const options: INodeParameters = {};
	const files: INodeParameters[] = [];
	const binary: NonNullable<INodeExecutionData['binary']> = {};
	for (const [setting, value] of example.settings) {
		const [label = '', inner = '', innermost = ''] = setting.split(' → ');
		const text = expressionOrText(value);
		if (label === 'Field Data') {
			rows.push([codeIn(inner), text, /\((\w+)\)/.exec(inner)?.[1]?.toLowerCase() ?? '']);
		} else if (label === 'Input file') {
			const [fileName = '', mimeType = ''] = value.split(', ').map(codeIn);
			binary[codeIn(inner)] = inMemory(
				Buffer.from(`(the bytes of ${fileName})`),
				mimeType,
				fileName,
			);
		} else if (inner === 'Files') {
			files.push({ name: codeIn(innermost), property: text });
		} else {
			const within = label === 'Options' ? optionsOf(properties) : properties;
			const property = byLabel(within, label === 'Options' ? inner : label);
			const target = label === 'Options' ? options : parameters;
			target[property.name] = toValue(property, value);
		}
	}
	if (rows.length > 0) parameters['fieldData'] = assignments(...rows);
	if (files.length > 0) options['files'] = { file: files };
	const inputs = JSON.parse(example.blocks['input'] ?? '{}') as
		INodeExecutionData['json'] | INodeExecutionData['json'][];
	return {
		parameters: { ...parameters, options },
		items: [inputs].flat().map((json) => ({ json, binary })),
	};
}

function expressionOrText(cell: string): string {
	const code = codeIn(cell);
	return code.includes('{{') ? `=${code}` : code;
}

function byLabel(properties: readonly INodeProperties[], label: string): INodeProperties {
	const property = properties.find(({ displayName }) => displayName === label);
	if (property === undefined) throw new Error(`The node has no setting "${label}"`);
	return property;
}

function optionsOf(properties: readonly INodeProperties[]): INodeProperties[] {
	return (byLabel(properties, 'Options').options ?? []).filter(
		(option): option is INodeProperties => 'type' in option,
	);
}

function toValue(property: INodeProperties, cell: string): string | number | boolean {
	switch (property.type) {
		case 'options': {
			const choice = property.options?.find((option) => 'value' in option && option.name === cell);
			if (choice === undefined || !('value' in choice)) {
				throw new Error(`The setting "${property.displayName}" has no choice "${cell}"`);
			}
			return choice.value;
		}
		case 'boolean':
			return cell === 'On';
		case 'number':
			return Number(cell);
		default:
			return expressionOrText(cell);
	}
}
