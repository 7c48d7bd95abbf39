/** A table of a page. */
export interface Table {
	readonly headings: readonly string[];
	readonly rows: readonly (readonly string[])[];
}

/** The tables of some text. */
export function tablesIn(text: string): Table[] {
	return Array.from(text.matchAll(/(?:^\|.*\n)+/gm), ([table]) => {
		const [headings = [], , ...rows] = table.trim().split('\n').map(cellsOf);
		return { headings, rows };
	});
}

function cellsOf(line: string): string[] {
	return line
		.split(/(?<!\\)\|/)
		.slice(1, -1)
		.map((cell) => cell.trim());
}

/** The code in a cell, or its words where there is none. */
export function codeIn(cell: string): string {
	return codesIn(cell)[0] ?? cell;
}

function codesIn(cell: string): string[] {
	return Array.from(cell.matchAll(/`([^`]*)`/g), ([, code = '']) => code);
}

/** An example that is one row of a table. */
export interface Row {
	readonly settings: readonly (readonly [setting: string, value: string])[];
	readonly blocks: Readonly<Record<string, string>>;
}

const WHAT_COMES = new Map([
	['The request has', 'body'],
	['The output', 'output'],
	['The permalink', 'permalink'],
]);

/** The examples in tables that begin with what is set or with what the service answers. */
export function rowsIn(section: string): Row[] {
	return tablesIn(section)
		.filter(({ headings: [first] }) => first === 'You set' || first === 'The service answers')
		.flatMap(({ headings, rows }) => rows.map((cells) => rowOf(headings, cells)));
}

function rowOf(headings: readonly string[], cells: readonly string[]): Row {
	const cellUnder = (heading: string) => cells[headings.indexOf(heading)];
	const parts = (cellUnder('You set') ?? '').split('<br>').filter((part) => part !== '');
	const settings = parts.map(settingOf);
	const answer = cellUnder('The service answers');
	const error = cellUnder('The error')?.replace('<br>', '\n');
	const input = settings.find(([label]) => label === 'Input')?.[1];
	return {
		settings: settings.filter(([label]) => label !== 'Input'),
		blocks: {
			...(input !== undefined && { input: codeIn(input) }),
			...(answer !== undefined && { answer: answerOf(answer) }),
			...(error !== undefined && { [answer === undefined ? 'refused' : 'failed']: error }),
			...Object.fromEntries(
				headings.flatMap((heading, index) => {
					const name = WHAT_COMES.get(heading);
					return name === undefined ? [] : [[name, codeIn(cells[index] ?? '')]];
				}),
			),
		},
	};
}

/** What is no option; all other labels are those of options. */
const PARAMETERS =
	/^(?:Operation|Submission|Field Data Mode|Field Data \(JSON\)|Input( file .*)?)$/;

function settingOf(part: string): [string, string] {
	const [, label = 'Operation', value = part] = /^(.+?): (.*)$/.exec(part) ?? [];
	if (label.startsWith('`')) return [`Field Data → ${label}`, value];
	return [PARAMETERS.test(label) ? label : `Options → ${label}`, value];
}

/** An answer in a cell: its status, headers and body, each as code. */
function answerOf(cell: string): string {
	const [status = '', ...others] = codesIn(cell);
	const headers = others.filter((code) => /^[A-Z][\w-]*: /.test(code));
	const body = others.find((code) => !headers.includes(code));
	const isTyped = body === undefined || headers.some((header) => header.startsWith('Content-Type'));
	const head = [status, ...headers, ...(isTyped ? [] : ['Content-Type: application/json'])];
	return [head.join('\n'), ...(body === undefined ? [] : [body])].join('\n\n');
}
