import { buildSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/app.ts';
import type { RuleInput } from '../../sandbox/faults/rule.ts';

export const token = 'a-token/with+signs=';
export const username = 'someone';
export const password = 'pass word ü';
export const form = 'FORM234567';
export const otherForm = 'FORM765432';
export const submission = 'SUBMiSSi2n';

const seed = {
	token,
	username,
	password,
	forms: [
		{
			permalink: form,
			name: 'Form <script>alert(1)</script>',
			fields: [
				{ name: 'name', label: 'Name & "title"', type: 'text', required: true },
				{ name: 'age', label: 'Age', type: 'number', required: false },
				{ name: 'agreed', label: 'Agreed', type: 'boolean', required: false },
				{ name: 'email', label: 'E-mail', type: 'email', required: false },
				{ name: 'due', label: 'Due', type: 'date', required: false },
				{ name: 'topics', label: 'Topics', type: 'list', required: false },
				{ name: 'file', label: 'File', type: 'file', required: false },
			],
			submissions: [{ permalink: submission, data: { name: 'Seeded', age: 1 } }],
		},
		{ permalink: otherForm, name: 'Free form', fields: [], submissions: [] },
	],
} satisfies SandboxOptions['seed'];

/** Stands for any text where a whole body is compared. */
export const anyText: unknown = expect.any(String);

/** Stands for a text that holds this one. */
export function textWith(part: string): unknown {
	return expect.stringContaining(part);
}

let running: { sandbox: Sandbox; address: string } | undefined;

/** Starts a sandbox on a free port, and has it closed when the test is over. */
export async function start(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = await buildSandbox({ ...options, seed: { ...seed, ...options.seed } });
	running = { sandbox, address: await sandbox.listen() };
	return sandbox;
}

/** Starts a sandbox in which these faults happen. */
export function startWith(...rules: readonly RuleInput[]): Promise<Sandbox> {
	return start({ faults: { rules } });
}

afterEach(async () => {
	await running?.sandbox.close();
	running = undefined;
});

/** The address of the running sandbox. */
export function address(): string {
	if (!running) throw new Error('No sandbox was started');
	return running.address;
}

export const createPath = `/api/v1/forms/${form}/submissions/new`;

export function submissionPath(permalink = submission, formPermalink = form): string {
	return `/api/v1/forms/${formPermalink}/submissions/${permalink}`;
}

/** Sends a request as it is; redirects are given back, not followed. */
export function send(path: string, init: RequestInit = {}): Promise<Response> {
	return fetch(`${address()}${path}`, { redirect: 'manual', ...init });
}

/** Sends a request with the access token; a `json` body is sent as JSON. */
export function call(
	method: string,
	path: string,
	{ json, headers, ...init }: RequestInit & { json?: unknown } = {},
): Promise<Response> {
	const all = new Headers(headers);
	all.set('authorization', `Bearer ${token}`);
	if (json !== undefined) all.set('content-type', 'application/json');
	return send(path, {
		method,
		headers: all,
		...(json !== undefined && { body: JSON.stringify(json) }),
		...init,
	});
}

/** Creates a submission and gives back the JSON that answered it. */
export async function create(json: unknown = { name: 'New' }): Promise<{ permalink: string }> {
	const response = await call('POST', createPath, { json });
	const body: unknown = await response.json();
	return { permalink: textIn(body, 'permalink') };
}

/** The text under a key of an answer. */
export function textIn(body: unknown, key: string): string {
	const value: unknown =
		typeof body === 'object' && body !== null
			? Object.entries(body).find(([name]) => name === key)?.[1]
			: undefined;
	if (typeof value !== 'string') throw new Error(`There is no text under ${key}`);
	return value;
}
