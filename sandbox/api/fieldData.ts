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

const readers: Readonly<Record<string, Reader>> = {
	'application/json': (body) => ({ values: readJsonBody(body), typed: true }),
	'application/x-www-form-urlencoded': (body) => ({
		values: fromFormEncoding(body.toString('utf8')),
		typed: false,
	}),
	'multipart/form-data': async (body, contentType) => ({
		values: await readMultipartBody(body, contentType),
		typed: false,
	}),
};

/**
 * Reads the field data of a create or update. No body at all is no field data.
 * @throws Problem 415 for a content type that the service does not take, 400 for a body that is
 *   not what its content type says or not where the choice of `body` expects it
 */
export async function readFieldData(
	body: Buffer,
	contentType: string | undefined,
	choices: Pick<Choices, 'body' | 'bodyPath'>,
): Promise<SentFieldData> {
	if (body.length === 0) return { values: {}, typed: true };
	const essence = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
	const reader = Object.hasOwn(readers, essence) ? readers[essence] : undefined;
	if (!reader) {
		throw unsupportedMediaType(
			`Field data is taken as ${Object.keys(readers).join(', ')}, not as ${essence || 'a body without a content type'}.`,
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
