import type { FieldType } from '../store/forms.ts';

/** What a value of this type looks like, in the words of a message, and how to tell. */
interface TypeRule {
	readonly words: string;
	/** as JSON has it */
	readonly example: string;
	readonly accepts: (value: unknown) => boolean;
	/** The value that a text stands for, in formats that have only text. */
	readonly fromText?: (text: string) => unknown;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const hasDigest = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && 'sha256' in value;

const booleans: Readonly<Record<string, boolean>> = { true: true, on: true, false: false };

const typeRules: Readonly<Record<FieldType, TypeRule>> = {
	text: { words: 'must be text', example: '"Some text"', accepts: isText },
	phone: { words: 'must be text', example: '"+1 555 0100"', accepts: isText },
	email: {
		words: 'must be an e-mail address',
		example: '"name@example.com"',
		accepts: (value) => isText(value) && /^[^\s@]+@[^\s@]+$/.test(value),
	},
	number: {
		words: 'must be a number',
		example: '12.5',
		accepts: (value) => typeof value === 'number',
		fromText: (text) => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)),
	},
	boolean: {
		words: 'must be true or false',
		example: 'true',
		accepts: (value) => typeof value === 'boolean',
		fromText: (text) => (Object.hasOwn(booleans, text) ? booleans[text] : text),
	},
	date: {
		words: 'must be a date such as 2030-01-31',
		example: '"2030-01-31"',
		accepts: (value) =>
			isText(value) && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)),
	},
	list: {
		words: 'must be a list',
		example: '["one", "two"]',
		accepts: Array.isArray,
		fromText: (text) => [text],
	},
	file: {
		words: 'must be a file, sent as multipart/form-data',
		example: 'multipart only',
		accepts: (value) => (Array.isArray(value) ? value.every(hasDigest) : hasDigest(value)),
	},
};

/** A value of this type, as JSON has it. */
export function exampleOf(type: FieldType): string {
	return typeRules[type].example;
}

/** What is wrong with a value for a field of this type, or undefined. */
export function typeError(type: FieldType, value: unknown): string | undefined {
	const rule = typeRules[type];
	return rule.accepts(value) ? undefined : rule.words;
}

/**
 * The value that a text stands for in a field of this type, where the body's format has only text.
 * Text that stands for none stays as it is, for validation to refuse. An empty text clears any
 * field but one of text.
 */
export function valueFromText(type: FieldType, text: string): unknown {
	if (text === '' && type !== 'text') return null;
	return typeRules[type].fromText?.(text) ?? text;
}
