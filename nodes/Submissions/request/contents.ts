import type { Body } from './body';
import { encodeBody } from './body';
import type { ReadFieldData } from './fieldData';
import { fieldNames, fromAssignments, fromItem, fromJson } from './fieldData';
import type { ReadFile } from './files';
import { readFiles } from './files';
import type { JsonObject } from './json';
import { checkJsonText } from './jsonText';
import type { Place, ReadNamed } from './namedReader';
import type { EmptyValues, Options } from './options';
import type { ReadWritten } from './parameters';
import { quote, Refusal } from './refusal';

/** The input item that a request is built from. */
export interface InputItem {
	/** Its number, counted from 0. */
	readonly index: number;
	/** Its own fields, for Map Automatically; undefined where they are mixed with an AI agent's. */
	readonly json: object | undefined;
	readonly readFile: ReadFile;
	readonly readWritten: ReadWritten;
}

/** What a request says to the service. */
export interface Contents {
	readonly body: Body | undefined;
	/** The field data in the body, which an answer may repeat; undefined where there is none. */
	readonly sent: JsonObject | undefined;
	/** Fields, and places in them, for which nothing was given. */
	readonly leftOut: readonly string[];
	/** Names in Fields to Ignore that the item does not have. */
	readonly absent: readonly string[];
}

export const NO_CONTENTS: Contents = { body: undefined, sent: undefined, leftOut: [], absent: [] };

/**
 * Reads the field data and files of one item, and writes them in the body format.
 *
 * @param read reads the node's parameters
 * @param item the input item
 * @param options the options of the item
 * @throws Refusal when there is nothing to send, or what there is cannot be sent
 */
export function readContents(read: ReadNamed, item: InputItem, options: Options): Contents {
	const { fieldData, leftOut, absent } = readFieldData(read, item, options.emptyValues);
	if (options.missingValues === 'refuse') checkNothingMissing(leftOut);
	const files = readFiles(options.files, item.readFile);
	if (Object.keys(fieldData).length === 0 && files.length === 0 && !options.allowEmpty) {
		throw new Refusal(
			'Field Data',
			'Field Data contains no fields to send.',
			'Check what the expressions give for this item. To send a request without fields, turn on Allow Empty Field Data under Options.',
		);
	}
	const { bodyFormat, wrapIn, arrayFormat } = options;
	const body = encodeBody(fieldData, files, bodyFormat, wrapIn, arrayFormat);
	return { body, sent: fieldData, leftOut, absent };
}

function checkNothingMissing(leftOut: readonly string[]): void {
	const [first, ...others] = leftOut;
	if (first === undefined) return;
	const more = others.length > 0 ? ` and ${others.length} more` : '';
	throw new Refusal(
		'Field Data',
		`Nothing is given for the field ${quote(first)}${more}.`,
		'Check what the expressions give for this item. To leave such fields out, set Missing Values under Options to Leave Out.',
	);
}

function readFieldData(
	read: ReadNamed,
	{ json, readWritten }: InputItem,
	emptyValues: EmptyValues,
): ReadFieldData {
	const mode = read('fieldDataMode', 'Field Data Mode');
	switch (mode) {
		case 'defineBelow':
			return fromAssignments(
				read('fieldData', 'Field Data', () => placesOfRows(read)),
				emptyValues,
				(row) => readWritten(`fieldData.assignments[${row}].value`),
			);
		case 'autoMap':
			if (json === undefined) throw mixedItem();
			return fromItem(json, fieldNames(read('ignoreFields', 'Fields to Ignore')), emptyValues);
		case 'json':
			if (json !== undefined) checkJsonText(readWritten('fieldDataJson'), json);
			return fromJson(read('fieldDataJson', 'Field Data (JSON)'), emptyValues);
		default:
			throw new Refusal(
				'Field Data Mode',
				'The Field Data Mode does not exist.',
				'Give one of: defineBelow, autoMap, json.',
			);
	}
}

/** It would send the chat with the agent along. */
function mixedItem(): Refusal {
	return new Refusal(
		'Field Data Mode',
		'Map Automatically cannot be used by this AI agent: its call mixes the chat with the fields.',
		'Set Field Data Mode to Define Below or JSON, and let the agent fill it with $fromAI().',
	);
}

/** Where in the rows of Define Below an expression may stand. */
function* placesOfRows(read: ReadNamed): Generator<Place> {
	for (let row = 0; ; row++) {
		const path = `fieldData.assignments[${row}]`;
		const label = `Row ${row + 1} of Field Data`;
		const name = read(`${path}.name`, label);
		if (name === null || name === undefined) return;
		yield {
			path: `${path}.value`,
			label: typeof name === 'string' && name !== '' ? `The field ${quote(name)}` : label,
		};
	}
}
