import type { Choices } from '../choices.ts';
import type { FieldDefinition, Form } from '../store/forms.ts';
import type { FieldData } from '../store/submissions.ts';
import type { SentFieldData } from './fieldData.ts';
import { typeError, valueFromText } from './fieldTypes.ts';
import { invalid } from './problem.ts';

const statuses = { '422': 422, '400': 400, '409': 409, inside200: 200 } as const;

/**
 * The values that are to be stored: those sent, with text turned into what each field's type says
 * where the body's format has only text.
 * @param complete whether a required field that was not sent is missing (a create, a full update)
 * @throws Problem 422, or another status by choice, with what is wrong by field
 */
export function validFieldData(
	form: Form,
	sent: SentFieldData,
	complete: boolean,
	choices: Pick<Choices, 'unknownFields' | 'validationErrors'>,
): FieldData {
	const values = sent.typed ? sent.values : typedValues(form, sent.values);
	const errors = form.fields.flatMap((field): [string, string[]][] => {
		const error = fieldError(field, values, complete);
		return error === undefined ? [] : [[field.name, [error]]];
	});
	if (choices.unknownFields === 'refuse') {
		const defined = new Set(form.fields.map(({ name }) => name));
		const unknown = Object.keys(values).filter((name) => !defined.has(name));
		errors.push(...unknown.map((name): [string, string[]] => [name, ['is no field of this form']]));
	}
	if (errors.length > 0) {
		throw invalid(Object.fromEntries(errors), statuses[choices.validationErrors]);
	}
	return values;
}

function fieldError(
	field: FieldDefinition,
	values: FieldData,
	complete: boolean,
): string | undefined {
	const sent = Object.hasOwn(values, field.name);
	const value = sent ? values[field.name] : undefined;
	const empty = value === undefined || value === null || value === '';
	if (!empty) return typeError(field.type, value);
	return field.required && (sent || complete) ? 'is required' : undefined;
}

function typedValues(form: Form, values: FieldData): FieldData {
	const types = new Map(form.fields.map(({ name, type }) => [name, type]));
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => {
			const type = types.get(name);
			return [name, type && typeof value === 'string' ? valueFromText(type, value) : value];
		}),
	);
}
