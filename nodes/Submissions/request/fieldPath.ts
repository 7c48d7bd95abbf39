import { quote, Refusal } from './refusal';

/** What leads from an object to a value in it: names, and positions in lists. */
export type FieldPath = readonly (string | number)[];

/** What can follow where reading stands: a bracket with a position or a name in quotes, a dot, a name. */
const STEP =
	/\s*(?:\[\s*(?:(\d{1,9})|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\]|(\.)|([^.[\]{}]+))/suy;

/** Of the expressions that n8n's editor writes, the part that names the item. */
const ITEM = /^\s*\$json\s*(?=[.[])/;

/**
 * Reads a path as people type it (`data.list.0.id`) or as n8n's editor writes it (`data.list[0].id`,
 * `["x.y"].id`, `$json['x y']`).
 *
 * @param text the path; white space around names without quotes does not count, nor does a dot too many
 * @returns no steps where there is no name, and undefined where it is no path
 */
export function parseFieldPath(text: string): FieldPath | undefined {
	const rest = text.replace(ITEM, '').trim();
	const steps: (string | number)[] = [];
	let isAfterBracket = false;
	STEP.lastIndex = 0;
	while (STEP.lastIndex < rest.length) {
		const [step, position, double, single, dot, bare] = STEP.exec(rest) ?? [];
		if (step === undefined) return undefined;
		const quoted = double ?? single;
		const name = bare?.trim() ?? '';
		if (name !== '' && isAfterBracket) return undefined;
		if (position !== undefined) steps.push(Number(position));
		else if (quoted !== undefined) steps.push(quoted.replace(ESCAPED, '$1'));
		else if (name !== '') steps.push(name);
		isAfterBracket = dot === undefined && bare === undefined;
	}
	return steps;
}

/** The editor puts a backslash before a quote in a name, and before nothing else. */
const ESCAPED = /\\(['"\\])/g;

/**
 * Reads the path of an option.
 *
 * @param text the path; none where it is empty
 * @param option the option's label
 * @throws Refusal where it is no path
 */
export function readFieldPath(text: string, option: string): FieldPath {
	const path = parseFieldPath(text);
	if (path !== undefined) return path;
	throw new Refusal(
		option,
		`The option ${option} is ${quote(text)}, which is no path.`,
		'Give names with dots between them, such as data.permalink; a name with dots in it goes into brackets and quotes, such as ["x.y"].',
	);
}

/**
 * Reads the path of an option under which something is to be put, where every step must be a name.
 *
 * @param text the path; none where it is empty
 * @param option the option's label
 * @throws Refusal where it is no path, or names a place in a list
 */
export function readNames(text: string, option: string): readonly string[] {
	return readFieldPath(text, option).map((step) => {
		if (typeof step === 'string') return step;
		throw new Refusal(
			option,
			`The option ${option} is ${quote(text)}, which names a place in a list.`,
			'Give names only, with dots between them, such as submission.fields.',
		);
	});
}
