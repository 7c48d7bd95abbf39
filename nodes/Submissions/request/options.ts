import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { quote, Refusal } from './refusal';

/** The values of the Options collection, each one there. Spans are in milliseconds. */
export interface Options {
	readonly allowEmpty: boolean;
	readonly allowUnauthorizedCerts: boolean;
	readonly bodyFormat: string;
	readonly ifNotFound: 'fail' | 'report';
	readonly maxAttempts: number;
	readonly minInterval: number;
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
 * what was added is checked against its description, since an expression can give anything.
 *
 * @param given the collection's value; only the options that were added are in it
 * @param collection the collection's description, the one place that knows defaults and limits
 * @throws Refusal naming the option whose value cannot be used
 */
export function readOptions(given: unknown, collection: INodeProperties): Options {
	const added: IDataObject = typeof given === 'object' && given !== null ? { ...given } : {};
	const values = (collection.options ?? [])
		.filter((option): option is INodeProperties => 'type' in option)
		.map((option) => [
			option.name,
			Object.hasOwn(added, option.name) ? readValue(option, added[option.name]) : option.default,
		]);
	return Object.fromEntries(values);
}

function readValue(option: INodeProperties, value: unknown): unknown {
	switch (option.type) {
		case 'number':
			return readNumber(option, value);
		case 'boolean':
			if (typeof value === 'boolean') return value;
			throw refusal(option, value, 'Give true or false.');
		case 'options':
			return readChoice(option, value);
		case 'string':
			if (value === null || value === undefined) return option.default;
			if (typeof value === 'string' || typeof value === 'number') return String(value);
			throw refusal(option, value, 'Give text.');
		default:
			return value;
	}
}

function readNumber(option: INodeProperties, value: unknown): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	const least = option.typeOptions?.minValue ?? -Infinity;
	const most = option.typeOptions?.maxValue ?? Infinity;
	if (typeof number === 'number' && number >= least && number <= most) return Math.floor(number);
	const range = most === Infinity ? `of ${least} or more` : `from ${least} to ${most}`;
	throw refusal(option, value, `Give a number ${range}.`);
}

function readChoice(option: INodeProperties, value: unknown): unknown {
	const choices = (option.options ?? []).filter(
		(choice): choice is INodePropertyOptions => 'value' in choice,
	);
	if (choices.some((choice) => choice.value === value)) return value;
	throw refusal(option, value, `Give one of: ${choices.map((choice) => choice.value).join(', ')}.`);
}

function refusal(option: INodeProperties, value: unknown, remedy: string): Refusal {
	const found = typeof value === 'string' ? quote(value) : `a value of the type ${typeof value}`;
	return new Refusal(option.displayName, `The option ${option.displayName} is ${found}.`, remedy);
}
