import type { Choices } from '../choices.ts';
import type { FieldData } from '../store/submissions.ts';
import { fromFormEncoding } from './bracketNames.ts';
import { readJsonBody } from './jsonBody.ts';
import { readMultipartBody } from './multipartBody.ts';
import { badRequest, unsupportedMediaType } from './problem.ts';

/** Field data as it was sent; `typed` is false for formats in which every value is text. */
export interface SentFieldData {
	readonly values: FieldData;
	readonly typed: boolean;
}

type Reader = (body: Buffer, contentType: string) => SentFieldData | Promise<SentFieldData>;

const types: Readonly<Record<Exclude<Choices['contentTypes'], 'all'>, string>> = {
	json: 'application/json',
	form: 'application/x-www-form-urlencoded',
	multipart: 'multipart/form-data',
};

const readers: Readonly<Record<string, Reader>> = {
	[types.json]: (body) => ({ values: readJsonBody(body), typed: true }),
	[types.form]: (body) => ({
		values: fromFormEncoding(body.toString('utf8')),
		typed: false,
	}),
	[types.multipart]: async (body, contentType) => ({
		values: await readMultipartBody(body, contentType),
		typed: false,
	}),
};

/**
 * Reads the field data of a create or update. No body at all is no field data.
 * @throws Problem 415, or 400 by choice, for a content type that the service does not take; 400 for a body that is
 *   not what its content type says or not where the choice of `body` expects it
 */
export async function readFieldData(
	body: Buffer,
	contentType: string | undefined,
	choices: Pick<Choices, 'body' | 'bodyPath' | 'contentTypes' | 'otherContentType'>,
): Promise<SentFieldData> {
	if (body.length === 0) return { values: {}, typed: true };
	const essence = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
	const { contentTypes } = choices;
	const taken = contentTypes === 'all' ? Object.values(types) : [types[contentTypes]];
	const reader = taken.includes(essence) ? readers[essence] : undefined;
	if (!reader) {
		const refusal = choices.otherContentType === '415' ? unsupportedMediaType : badRequest;
		throw refusal(
			`Field data is taken as ${taken.join(', ')}, not as ${essence || 'a body without a content type'}.`,
		);
	}
	const sent = await reader(body, contentType ?? '');
	if (choices.body === 'flat') return sent;
	return { ...sent, values: unwrapped(sent.values, choices.bodyPath) };
}

function unwrapped(values: FieldData, path: string): FieldData {
	let inner: unknown = values;
	for (const key of path.split('.')) {
		inner = isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
	}
	if (!isObject(inner)) throw badRequest(`The field data must be an object under "${path}".`);
	return inner;
}

function isObject(value: unknown): value is FieldData {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
