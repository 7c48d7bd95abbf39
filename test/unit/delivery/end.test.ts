import type { IDataObject } from 'n8n-workflow';

import { createBrake } from '../../../nodes/Submissions/delivery/brake.ts';
import { endOf } from '../../../nodes/Submissions/delivery/end.ts';
import { operations } from '../../../nodes/Submissions/description/operations.ts';
import { optionsProperty } from '../../../nodes/Submissions/description/options.ts';
import { parameterReader } from '../../../nodes/Submissions/request/parameters.ts';
import type { Outcome } from '../../../nodes/Submissions/response/outcome.ts';
import { checkedWith, doneWith, failedWith, failureWith, requestOf } from '../examples.ts';
import type { Script } from './scripted.ts';
import { scripted } from './scripted.ts';

type Outcomes = readonly (Outcome | undefined)[];

async function endWith(outcomes: Outcomes, script: Script = {}, saidOfKeys: string[] = []) {
	const inputs = outcomes.map((_, n) => ({ json: { n } }));
	const items = inputs.map(({ json }) => json);
	const { context } = scripted({ parameters: { operation: 'update' }, ...script, items });
	const read = parameterReader(context, (index) => inputs[index]?.json);
	const brake = createBrake(script.cancel);
	const offer = { operations, options: optionsProperty };
	return await endOf({ context, offer, read, inputs, brake }, outcomes, saidOfKeys);
}

async function errorOf(outcomes: Outcomes, script: Script = {}, saidOfKeys: string[] = []) {
	const end = await endWith(outcomes, script, saidOfKeys);
	if (end.kind === 'items') throw new Error('It does not stop');
	const { message, description, context } = end.error;
	return { message, description: String(description), details: context['details'] as object };
}

async function itemsOf(outcomes: Outcomes, script: Script): Promise<readonly IDataObject[]> {
	const end = await endWith(outcomes, { continues: true, ...script });
	if (end.kind === 'stop') throw end.error;
	return end.items.map(({ json }) => json);
}

const refused = failedWith();
const unknown = failedWith({
	request: requestOf('create'),
	failure: failureWith({ certainty: 'unknown' }),
});
const unread = failedWith({ request: undefined });
const done = doneWith({ items: [{ json: { updated: true } }] });

describe('the error that stops a run', () => {
	it('tells of the first item that failed, with what is said of the keys before the account', async () => {
		const { message, description } = await errorOf([done, refused, refused], {}, ['Of a key.']);
		expect(message).toContain('[item 1]; 1 of 3 items is done');
		expect(description).toMatch(/ Of a key\. Of 3 items: done 0; refused 1, 2\.$/);
	});

	it('has no account of a single item', async () => {
		expect((await errorOf([refused], {}, ['Of a key.'])).description).toMatch(/\. Of a key\.$/);
		expect((await errorOf([refused])).description).toBe(refused.failure.remedy);
	});

	it('tells of an item without a turn where none failed', async () => {
		expect((await errorOf([done, undefined])).message).toMatch(/\[item 1\]/);
	});

	it('tells what is known of an item for which there was no request, and of another what was sent', async () => {
		expect((await errorOf([unread])).details).toMatchObject({ operation: 'update' });
		expect((await errorOf([unknown])).details).toMatchObject({ operation: 'create' });
	});

	const RETRY = 'Retry under Executions does not send';
	const SENTENCE = 'Retry does not send what is unknown either.';

	it.each<[string, Script, boolean]>([
		['by a trigger', {}, true],
		['as a sub-workflow, whose context is not kept', { mode: 'integrated' }, false],
		['and was cancelled', { cancel: AbortSignal.abort() }, false],
		['by an agent that runs its tools', { agent: 'tool' }, false],
		['by an agent of the engine', { agent: 'engine' }, false],
	])("speaks of n8n's Retry where the run was started %s: %j", async (_, script, speaks) => {
		const { message, description } = await errorOf([done, unknown, refused], script);
		expect(message.includes(RETRY)).toBe(speaks && script.agent === undefined);
		expect(description.includes(SENTENCE)).toBe(speaks);
	});

	it('says nothing of what is unknown where nothing is', async () => {
		const { message, description } = await errorOf([done, refused]);
		expect(message).toContain(RETRY);
		expect(description).not.toContain('Retry');
	});

	it.each<[string, Script, string]>([
		['a new run sends again what is done', {}, 'again, a new run does'],
		[
			'nothing of a new run, which knows its keys',
			{ parameters: { operation: 'create', options: { createOnceKey: 'L-1' } } },
			'again',
		],
		[
			'nothing of a new run whose keys cannot be read now',
			{
				parameters: { operation: 'create', options: { createOnceKey: '={{ $json.x.trim() }}' } },
				engine: () => {
					throw new Error('gone');
				},
			},
			'again',
		],
	])('says %s', async (_, script, end) => {
		const created = doneWith({ request: requestOf('create') });
		const { message } = await errorOf([created, refused], script);
		expect(message.endsWith(`1 of 2 items is done, and ${RETRY} it ${end}`)).toBe(true);
	});

	it('says of a Dry Run what could be sent, neither how much is done nor what a Retry leaves out', async () => {
		const dry = { parameters: { operation: 'update', options: { dryRun: true } } };
		const unfit = failedWith({ failure: failureWith({ certainty: 'notSent' }), attempts: 0 });
		const { message, description } = await errorOf([done, unfit, checkedWith()], dry);
		expect(message).toMatch(/ \[item 1\]$/);
		expect(description).toContain(
			'Dry Run, of 3 items: done 0; could be sent 2; could not be sent 1.',
		);
	});

	it('speaks of a new run where what is done are updates, which have no key', async () => {
		const keyed = { parameters: { operation: 'upsert', options: { createOnceKey: 'L-1' } } };
		expect((await errorOf([done, refused], keyed)).message).toMatch(/again, a new run does$/);
	});
});

describe('the items of a run that goes on', () => {
	const includes = { operation: 'update', options: { includeInput: true } };

	it('tell what is known of one for which there was no request, but for a cancelled run', async () => {
		const asDelete = { parameters: { operation: 'delete' } };
		expect(await itemsOf([unread, refused], asDelete)).toMatchObject([
			{ details: { operation: 'delete' } },
			{ details: { operation: 'update' } },
		]);
		expect(await itemsOf([unread], { cancel: AbortSignal.abort() })).toMatchObject([
			{ details: { operation: null } },
		]);
	});

	it.each<[string, Script, object[]]>([
		['beside each', {}, [{ input: { n: 0 } }, { input: { n: 1 } }]],
		[
			'inside the details on the error output',
			{ onError: 'continueErrorOutput' },
			[{ input: { n: 0 } }, { details: { input: { n: 1 } } }],
		],
	])('have the input %s where that is chosen', async (_, script, expected) => {
		const included = { ...done, request: requestOf('update', {}, { includeInput: true }) };
		const items = await itemsOf([included, unread], { parameters: includes, ...script });
		expect(items).toMatchObject(expected);
	});

	it('have no input where an agent of the engine calls: it mixes the chat with the fields', async () => {
		const [item] = await itemsOf([unread], { parameters: includes, agent: 'engine' });
		expect(item).not.toHaveProperty('input');
	});
});
