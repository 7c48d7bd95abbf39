import { z } from 'zod';

// What a write answers once it is carried out: a record; a sentence of plain text; 204; or the usual
// status with no body at all.
const writeAnswer = z.enum(['json', 'text', 'empty', 'bodiless']);

/**
 * Every gap that the document of the interface leaves, as one named choice: the default first,
 * then what a service might do just as well. Each default is the commonest way of such services,
 * unless the comment gives better evidence.
 */
const choicesSchema = z
	.object({
		// "Field Data format: not shown." The platform's own scripts take a flat object keyed by
		// variable name, both to search and to create, so flat is the best guess.
		body: z.enum(['flat', 'wrapped']),
		// Where the field data stands in a wrapped body, as a dotted path of keys.
		bodyPath: z.string().regex(/^[^.]+(\.[^.]+)*$/, 'must be keys joined by dots'),
		// "Response bodies of the four operations: not shown." Enveloped: under a key `data`.
		answer: z.enum(['flat', 'enveloped']),
		// How field data stands in an answer. The platform keeps values and metadata ("fields" and
		// "headers") in groups of their own; other services lay them side by side, or give values only.
		answerFields: z.enum(['grouped', 'beside', 'alone']),
		// "Request body format (Field Data): not shown." The bodies that are taken; any other is refused
		// with the status of `otherContentType`.
		contentTypes: z.enum(['all', 'json', 'form', 'multipart']),
		otherContentType: z.enum(['415', '400']),
		// Where the new permalink is, and what it is called. `nested` puts the record one level down,
		// `location` gives a Location header alone, `none` nothing at all.
		permalink: z.enum(['body', 'submission_permalink', 'nested', 'location', 'none']),
		// "Update a submission: Field Data." The one documented update, of a field's options, names
		// only what changes, so a partial body is the better guess; full replaces all the values.
		update: z.enum(['partial', 'full']),
		createAnswer: writeAnswer,
		updateAnswer: writeAnswer,
		deleteAnswer: writeAnswer,
		// Reading or updating a deleted submission. Deletes are soft: a deleted submission is hidden
		// everywhere and can be restored, so an interface might say 404, say 410, or still return it.
		deletedRead: z.enum(['404', '410', 'returned']),
		// Deleting what is deleted already: nothing there, or fine as it is.
		secondDelete: z.enum(['404', '200']),
		// "Success status codes: not shown." 202 from a service that queues, 203 and 206 from what stands
		// between.
		createStatus: z.enum(['201', '200', '202', '203', '206']),
		updateStatus: z.enum(['200', '201', '202', '203', '206']),
		// Validation runs on the server and attaches messages to fields; "whether failures can come as
		// 200" is unknown, and scripts of the platform do return an object with an `error`.
		validationErrors: z.enum(['422', '400', '409', 'inside200']),
		// "Error bodies: not shown." `map` is by field; `problem` is RFC 9457, `jsend` the convention of
		// that name, `flag` a map beside `success: false`.
		errorShape: z.enum(['map', 'list', 'problem', 'jsend', 'flag']),
		// Names that the form does not define: kept beside the others, or refused by name.
		unknownFields: z.enum(['keep', 'refuse']),
		// "Precedence when several credentials are sent in one request: not shown." Refusing catches a
		// client that sends two; `firstGiven` takes the first in the order of the document.
		severalCredentials: z.enum(['refuse', 'firstGiven']),
	})
	.strict();

/** How the sandbox fills each gap of the interface. */
export type Choices = z.output<typeof choicesSchema>;

export const defaultChoices: Choices = {
	body: 'flat',
	bodyPath: 'submission',
	answer: 'flat',
	answerFields: 'grouped',
	contentTypes: 'all',
	otherContentType: '415',
	permalink: 'body',
	update: 'partial',
	createAnswer: 'json',
	updateAnswer: 'json',
	deleteAnswer: 'json',
	deletedRead: '404',
	secondDelete: '404',
	createStatus: '201',
	updateStatus: '200',
	validationErrors: '422',
	errorShape: 'map',
	unknownFields: 'keep',
	severalCredentials: 'refuse',
};

/** The alternatives of each choice, for a help text: `{ body: ['flat', 'wrapped'], … }`. */
export const choiceAlternatives: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	Object.entries(choicesSchema.shape).map(([name, type]) => [
		name,
		type instanceof z.ZodEnum ? type.options : ['a path such as submission.fields'],
	]),
);

/**
 * Some choices, checked.
 * @throws ZodError naming the choice, where a name or value is not one of the table's
 */
export function parseChoices(changes: unknown): Partial<Choices> {
	const checked = choicesSchema.partial().parse(changes);
	// A key that is present with `undefined` must not wipe out the choice in force.
	return Object.fromEntries(Object.entries(checked).filter(([, value]) => value !== undefined));
}

/** The choices in force, which can be changed while the sandbox runs. */
export class ChoiceSwitches {
	#current: Choices = defaultChoices;

	get current(): Choices {
		return this.#current;
	}

	/**
	 * Changes the named choices and leaves the others.
	 * @throws ZodError as `parseChoices` does
	 */
	set(changes: unknown): void {
		this.#current = { ...this.#current, ...parseChoices(changes) };
	}

	/** Goes back to the defaults. */
	reset(): void {
		this.#current = defaultChoices;
	}
}
