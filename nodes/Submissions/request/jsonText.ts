import { parseJson } from './json';
import { followPlainReference, parsePlainReference } from './plainReference';
import { quote, Refusal } from './refusal';

const EXPRESSION = /\{\{(.*?)\}\}/gs;

/**
 * Refuses JSON text into which an expression puts a text that would be read as JSON: of
 * `{ "path": "{{ $json.path }}" }` the value `C:\new` makes a line break, and `a", "paid": "yes` a field
 * of its own. Only references alone are looked at: other expressions may write JSON on purpose.
 *
 * @param written Field Data (JSON) as the workflow holds it
 * @param fields the item's own fields
 * @throws Refusal naming the reference
 */
export function checkJsonText(written: unknown, fields: object): void {
	if (typeof written !== 'string' || !written.startsWith('=')) return;
	// Where nothing stands around the expressions, they give the JSON.
	if (written.replace(EXPRESSION, '').trim() === '=') return;
	let end = 1;
	let isInText = false;
	for (const { 0: expression, 1: code = '', index } of written.matchAll(EXPRESSION)) {
		isInText = endsInText(written.slice(end, index), isInText);
		end = index + expression.length;
		const reference = parsePlainReference(`=${expression}`);
		if (reference === undefined) continue;
		const value = followPlainReference(reference, fields);
		const text = typeof value === 'string' || Array.isArray(value) ? String(value) : '';
		if (isInText ? !staysAsItIs(text) : text.includes('"') && !isJson(text)) {
			throw new Refusal(
				'Field Data',
				`Field Data (JSON) puts ${quote(code.trim())} into its text as it is, and what this item has there would be read as JSON: a quotation mark, a backslash or a line break.`,
				`Set the whole parameter to one expression that gives an object, which takes every value as it is, such as {{ ({ name: $json.name }) }}; or write {{ JSON.stringify(${code.trim()}) }} there, without quotation marks around it.`,
			);
		}
	}
}

/** Whether JSON reads a text between quotation marks as what it is. */
function staysAsItIs(text: string): boolean {
	return !/["\\]/.test(text) && parseJson(`"${text}"`).ok;
}

/** A value, or what stands between the brackets of a list or an object. */
function isJson(text: string): boolean {
	return [text, `[${text}]`, `{${text}}`].some((json) => parseJson(json).ok);
}

/** Whether JSON text that goes on where it stands between quotation marks, or not, ends there. */
function endsInText(json: string, beginsInText: boolean): boolean {
	const marks = json.replace(/\\./gs, '').match(/"/g)?.length ?? 0;
	return (marks % 2 === 1) !== beginsInText;
}
