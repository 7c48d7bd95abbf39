import { encodeBody } from '../../../nodes/Submissions/request/body.ts';
import type { JsonObject } from '../../../nodes/Submissions/request/json.ts';

/**
 * The content of a body that is written at once.
 *
 * @param fieldData what is written
 * @param format a body format that has no parts
 * @param wrapIn a path to put the field data under
 */
export function encoded(fieldData: JsonObject, format: 'json' | 'form', wrapIn = ''): string {
	const body = encodeBody(fieldData, [], format, wrapIn);
	if (body.kind !== 'text') throw new Error(`The format ${format} gave no text`);
	return body.content;
}
