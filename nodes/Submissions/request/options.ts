import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ArrayFormat } from './bracketNames';
import { isDistinct } from './exactNumber';
import { readFieldPath } from './fieldPath';
import { quote, Refusal } from './refusal';

/** What becomes of an item whose submission is not found. */
export type IfNotFound = 'fail' | 'report' | 'create';

/** What becomes of a field whose value is empty text. */
export type EmptyValues = 'send' | 'leaveOut' | 'clear';

/** The values of the Options collection, each one there. Spans are in milliseconds. */
export interface Options {
	readonly allowEmpty: boolean;
	readonly allowUnauthorizedCerts: boolean;
	readonly arrayFormat: ArrayFormat;
	readonly bodyFormat: string;
	/** Undefined where the option was not added; never empty. */
	readonly createOnceKey: string | undefined;
	readonly dryRun: boolean;
	readonly emptyValues: EmptyValues;
	/** As the collection gives it; read together with the item's files. */
	readonly files: unknown;
	/** As the collection gives it; read by itself. */
	readonly headers: unknown;
	readonly ifNotFound: IfNotFound;
	readonly includeInput: boolean;
	readonly keysToRemember: number;
	readonly maxAttempts: number;
	/** In minutes. */
	readonly maxWait: number;
	readonly minInterval: number;
	readonly missingValues: 'leaveOut' | 'refuse';
	readonly output: 'simplified' | 'raw' | 'full';
	readonly permalinkPath: string;
	readonly proxy: string;
	readonly repeatUnknown: 'never' | 'updates' | 'all';
	readonly requestsAtOnce: number;
	readonly returnFields: string;
	readonly timeout: number;
	readonly wrapIn: string;
}

/**
 * Reads the Options collection: what was not added has the default that the description gives it, and
 * what was added is checked, since an expression can give anything.
 *
 * @param given the collection's value; only the options that were added are in it
 * @param collection the collection's description, the one place that knows labels, defaults and limits
 * @throws Refusal naming the option whose value cannot be used
 */
export function readOptions(given: unknown, collection: INodeProperties): Options {
	if (typeof given !== 'object' || given === null) return readAll({}, collection);
	// Where no option holds an expression, every item of a run is given the same object.
	const read = readBefore.get(given) ?? readAll({ ...given }, collection);
	readBefore.set(given, read);
	return read;
}

const readBefore = new WeakMap<object, Options>();

/**
 * Reads one option that is a number, by itself.
 *
 * @param given its value; undefined or null where it was not added
 * @param collection the collection's description
 * @param name the option's name
 * @throws Refusal naming the option whose value cannot be used
 */
export function readOption(given: unknown, collection: INodeProperties, name: string): number {
	const property = propertyOf(collection, name);
	return readNumber({ property, value: given ?? property.default });
}

/**
 * The options' own descriptions.
 *
 * @param collection the collection's description
 */
export function optionsIn(collection: INodeProperties): INodeProperties[] {
	return (collection.options ?? []).filter((option): option is INodeProperties => 'type' in option);
}

function readAll(added: IDataObject, collection: INodeProperties): Options {
	const entry = (name: string): Entry => {
		const property = propertyOf(collection, name);
		const value: unknown = Object.hasOwn(added, name) ? added[name] : property.default;
		return { property, value };
	};
	return {
		allowEmpty: readBoolean(entry('allowEmpty')),
		allowUnauthorizedCerts: readBoolean(entry('allowUnauthorizedCerts')),
		arrayFormat: readChoice(entry('arrayFormat'), ['indices', 'brackets']),
		bodyFormat: readText(entry('bodyFormat')),
		createOnceKey: Object.hasOwn(added, 'createOnceKey')
			? readKey(entry('createOnceKey'))
			: undefined,
		dryRun: readBoolean(entry('dryRun')),
		emptyValues: readChoice(entry('emptyValues'), ['send', 'leaveOut', 'clear']),
		files: entry('files').value,
		headers: entry('headers').value,
		ifNotFound: readChoice(entry('ifNotFound'), ['fail', 'report', 'create']),
		includeInput: readBoolean(entry('includeInput')),
		keysToRemember: readNumber(entry('keysToRemember')),
		maxAttempts: readNumber(entry('maxAttempts')),
		maxWait: readNumber(entry('maxWait')),
		minInterval: readNumber(entry('minInterval')),
		missingValues: readChoice(entry('missingValues'), ['leaveOut', 'refuse']),
		output: readChoice(entry('output'), ['simplified', 'raw', 'full']),
		permalinkPath: readPath(entry('permalinkPath')),
		proxy: readText(entry('proxy')),
		repeatUnknown: readChoice(entry('repeatUnknown'), ['never', 'updates', 'all']),
		requestsAtOnce: readNumber(entry('requestsAtOnce')),
		returnFields: readText(entry('returnFields')),
		timeout: readNumber(entry('timeout')),
		wrapIn: readText(entry('wrapIn')),
	};
}

function propertyOf(collection: INodeProperties, name: string): INodeProperties {
	const property = optionsIn(collection).find((option) => option.name === name);
	if (property === undefined) throw new Error(`The description has no option "${name}"`);
	return property;
}

/** An option's value beside its description. */
interface Entry {
	readonly property: INodeProperties;
	readonly value: unknown;
}

function readBoolean(entry: Entry): boolean {
	if (typeof entry.value === 'boolean') return entry.value;
	throw refusal(entry, 'Give true or false.');
}

/** An expression that gives nothing must not undo what the option is for, such as a proxy. */
function readText(entry: Entry): string {
	const { value } = entry;
	if (typeof value === 'string') return value;
	if (typeof value === 'number' && isDistinct(value)) return String(value);
	throw refusal(entry, 'Give text, empty text ("") for none.');
}

function readTextOrNone(entry: Entry): string {
	return readText({ ...entry, value: entry.value ?? '' });
}

/** Items without a key of their own would be taken for one and the same. */
function readKey(entry: Entry): string {
	const key = readTextOrNone(entry).trim();
	if (key !== '') return key;
	const { displayName } = entry.property;
	throw new Refusal(
		displayName,
		`The option ${displayName} is empty for this item.`,
		'Give what each row has of its own, such as its number, or leave out rows that have none. Remove the option if nothing is to be remembered.',
	);
}

/** Checked before anything is sent, although it is followed in the answer. */
function readPath(entry: Entry): string {
	const text = readTextOrNone(entry);
	readFieldPath(text, entry.property.displayName);
	return text;
}

function readNumber(entry: Entry): number {
	const { property, value } = entry;
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	const least = property.typeOptions?.minValue ?? -Infinity;
	const most = property.typeOptions?.maxValue ?? Infinity;
	if (typeof number === 'number' && number >= least && number <= most) return Math.floor(number);
	throw refusal(entry, `Give a number from ${least} to ${most}.`);
}

function readChoice<Choice extends string>(entry: Entry, choices: readonly Choice[]): Choice {
	const choice = choices.find((candidate) => candidate === entry.value);
	if (choice !== undefined) return choice;
	throw refusal(entry, `Give one of: ${choices.join(', ')}.`);
}

function refusal({ property, value }: Entry, remedy: string): Refusal {
	const { displayName } = property;
	return new Refusal(displayName, `The option ${displayName} ${describe(value)}.`, remedy);
}

function describe(value: unknown): string {
	if (value === null || value === undefined) return 'has no value for this item';
	if (typeof value === 'string') return `is ${quote(value)}`;
	return typeof value === 'number' ? `is ${value}` : `is a value of the type ${typeof value}`;
}
