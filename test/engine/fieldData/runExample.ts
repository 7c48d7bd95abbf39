import type { Sandbox } from '../../../sandbox/app.ts';
import { buildSandbox } from '../../../sandbox/app.ts';
import type { RuleInput } from '../../../sandbox/faults/rule.ts';
import { runNode, submissionsType } from '../engine.ts';
import { TOKEN, tokenFor } from '../service.ts';
import type { Example } from './docExamples.ts';
import { DOC_CREATED, DOC_FORM, DOC_SUBMISSION, toGiven } from './docExamples.ts';
import { seen } from '../useService.ts';

/** What an example leads to, in the shape in which the docs show it. */
export interface Result {
	readonly request: string;
	readonly output: unknown;
	readonly hints: readonly string[];
	/** The failed item's error and what to do, a line each; empty where nothing failed. */
	readonly failure: string;
}

/** The service that the docs speak of: its clock stands still. */
async function startDocService(): Promise<Sandbox & { address: string }> {
	const data = { name: 'Ada', email: 'ada@example.com', status: 'open' };
	const submission = { permalink: DOC_SUBMISSION, data };
	const sandbox = await buildSandbox({
		now: () => new Date('2030-01-31T09:00:00.000Z'),
		seed: {
			token: TOKEN,
			forms: [{ permalink: DOC_FORM, name: 'Contacts', fields: [], submissions: [submission] }],
		},
	});
	return { ...sandbox, address: await sandbox.listen() };
}

/** An answer as the docs show it: its status, headers, an empty line, the body. */
function toRule(answer: string): RuleInput {
	const [head = '', ...body] = answer.split('\n\n');
	const [status = '', ...headerLines] = head.split('\n');
	const headers = Object.fromEntries(
		headerLines.map((line) => {
			const [name = '', ...value] = line.split(': ');
			return [name.toLowerCase(), value.join(': ')];
		}),
	);
	const { 'content-type': contentType, ...others } = headers;
	return {
		then: {
			kind: 'refuse',
			status: Number.parseInt(status),
			headers: others,
			...(body.length > 0 && { body: body.join('\n\n') }),
			...(contentType !== undefined && { contentType }),
		},
	};
}

/**
 * Runs an example of the docs on the real engine, against a service of its own.
 *
 * @param example what to run
 */
export async function runExample(example: Example): Promise<Result> {
	const service = await startDocService();
	try {
		const { answer } = example.blocks;
		if (answer !== undefined) service.faults.set({ rules: [toRule(answer)] });
		const { properties } = (await submissionsType()).description;
		const { output, errors, hints } = await runNode({
			credential: tokenFor(service.address),
			...toGiven(example, properties),
			onError: 'continueErrorOutput',
		});
		const [entry] = service.log.entries;
		const asShown = (text: string) => text.replaceAll(entry?.stored ?? DOC_SUBMISSION, DOC_CREATED);
		const items = output.map(({ json }) => json);
		return {
			request: entry === undefined ? '' : toRequestText(entry),
			output: JSON.parse(
				entry?.operation === 'create' ? asShown(JSON.stringify(items)) : JSON.stringify(items),
			) as unknown,
			hints,
			failure: errors
				.flatMap(({ json: { error, message } }) => [error, message])
				.filter((words) => typeof words === 'string')
				.join('\n')
				.replace(' [item 0]', ''),
		};
	} finally {
		await service.close();
	}
}

function toRequestText(entry: Parameters<typeof seen>[0]): string {
	const { method, url, text, headers } = seen(entry);
	const contentType = headers['content-type'];
	const boundary = contentType?.split('boundary=')[1];
	const body = text.replaceAll('\r\n', '\n').trimEnd();
	const lines = [
		`${method} ${url}`,
		...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
		...(body === '' ? [] : ['', body]),
	].join('\n');
	return boundary === undefined ? lines : lines.replaceAll(boundary, 'BOUNDARY');
}
