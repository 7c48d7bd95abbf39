import type { FieldData } from '../store/submissions.ts';
import { badRequest } from './problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The object in a JSON body. JSON.parse makes `__proto__` a property like any other, which is why
 * no reviver or copy by assignment stands between it and the store.
 * @throws Problem 400 where the body is not UTF-8, not JSON, or not an object
 */
export function readJsonBody(body: Buffer): FieldData {
	const value = parse(body);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw badRequest('The body must be a JSON object of field data.');
	}
	return { ...value };
}

function parse(body: Buffer): unknown {
	try {
		return JSON.parse(utf8.decode(body));
	} catch {
		throw badRequest('The body is not JSON in UTF-8.');
	}
}
