import { getEventListeners } from 'node:events';

import type { INodeParameters } from 'n8n-workflow';

import { clock } from '../../../nodes/Submissions/delivery/clock.ts';
import { openLedger } from '../../../nodes/Submissions/delivery/ledger.ts';
import { run } from '../../../nodes/Submissions/delivery/run.ts';
import { operations } from '../../../nodes/Submissions/description/operations.ts';
import { optionsProperty } from '../../../nodes/Submissions/description/options.ts';
import { FORM, SUBMISSION } from '../examples.ts';
import { held, holdClock, restoreClock, settle } from '../heldClock.ts';
import type { Script, ScriptedRun } from './scripted.ts';
import { brokenOff, CREDENTIAL, responseOf, scripted, TOKEN } from './scripted.ts';

const OTHER = 'zZ9mN1pQ3r';
const offer = { operations, options: optionsProperty };
const created = () => responseOf(201, { permalink: SUBMISSION });
const refused = () => responseOf(422, { message: 'Too odd.' });
const lost = () => Promise.reject(brokenOff('ECONNRESET'));

interface Ended extends ScriptedRun {
	readonly output: readonly { readonly json: object; readonly pairedItem?: unknown }[];
}

async function ended(script: Script): Promise<Ended> {
	const scene = scripted(script);
	const [output = []] = await run(scene.context, offer);
	return { ...scene, output };
}

/** The same with On Error = Continue. */
const continued = async (script: Script) => await ended({ continues: true, ...script });

/** What a run throws, with what it had sent by then. */
async function stopped(script: Script): Promise<ScriptedRun & { readonly error: Error }> {
	const scene = scripted(script);
	try {
		await run(scene.context, offer);
	} catch (error) {
		if (error instanceof Error) return { ...scene, error };
	}
	throw new Error('It did not stop');
}

/** The bodies that were sent, in order. */
function bodies({ sent }: ScriptedRun): unknown[] {
	return sent.map(({ options: { body } }) =>
		typeof body === 'string' ? (JSON.parse(body) as unknown) : body,
	);
}

const described = (error: Error): string =>
	'description' in error ? String(error.description) : '';

const update = (submission: string) => ({
	operation: 'update',
	submission,
	ignoreFields: 'permalink',
});

/** Items that differ, and one after the other. */
const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const oneByOne = { options: { requestsAtOnce: 1 } };

/** A part of the context that breaks down when it is used. */
const breaksDown = () => {
	throw new Error('Broken');
};

afterEach(restoreClock);

describe('a run that ends well', () => {
	it('gives an item for each input item, in input order', async () => {
		const first = held();
		const scene = await ended({
			items: rows(2),
			answer: async (number) => {
				if (number === 0) await first.promise;
				else first.fulfil();
				return responseOf(201, { permalink: number === 0 ? SUBMISSION : OTHER });
			},
		});
		expect(scene.output).toMatchObject([
			{ json: { created: true, submissionPermalink: SUBMISSION }, pairedItem: { item: 0 } },
			{ json: { created: true, submissionPermalink: OTHER }, pairedItem: { item: 1 } },
		]);
		expect(bodies(scene)).toStrictEqual([{ n: 0 }, { n: 1 }]);
	});

	it('gives none for none, and sends nothing', async () => {
		const { output, sent } = await ended({ items: [] });
		expect([output, sent]).toStrictEqual([[], []]);
	});

	it.each([
		['other', [expect.stringContaining("the credential's Base URL (forms.example.com)")]],
		['forms', []],
	])("shows its hints, by the credential's host: %s", async (host, shown) => {
		const parameters = { form: `https://${host}.example.com/forms/${FORM}/responses` };
		const { hints } = await ended({ parameters, items: rows(1), answer: created });
		expect(hints).toStrictEqual(shown);
	});
});

describe('with On Error = Continue', () => {
	it('puts a failed item in its place, and goes on', async () => {
		const scene = await continued({
			items: rows(3),
			parameters: oneByOne,
			answer: (number) => (number === 1 ? refused() : created()),
		});
		expect(scene.output).toMatchObject([
			{ json: { created: true } },
			{
				json: {
					error: expect.stringMatching(/Too odd\. \[item 1\]$/) as string,
					details: { outcome: 'refused', statusCode: 422, attempts: 1 },
				},
				pairedItem: { item: 1 },
			},
			{ json: { created: true } },
		]);
	});

	const files = { file: [{ name: 'photo', property: 'data0' }] };
	const odd = {
		get now(): string {
			return breaksDown();
		},
	};

	it.each<[string, Script, string, string]>([
		[
			'it has no fields',
			{ items: [{}] },
			'Field Data contains no fields to send',
			'turn on Allow Empty Field Data',
		],
		[
			'it lacks a file',
			{ items: [{ a: 1 }], parameters: { options: { bodyFormat: 'multipart', files } } },
			'The input item has no file under "data0"',
			"the input's Binary tab",
		],
		[
			'an expression cannot be evaluated',
			{ parameters: { form: '={{ 1 / }}' }, engine: breaksDown },
			'Form has an expression that gives no value: Broken',
			'Check the expression, and what it gives for this item.',
		],
		[
			'a value of the input throws when it is read',
			{ items: [odd] },
			'Broken',
			"Check the expressions in the node's parameters for this item.",
		],
	])(
		'says what to do, and sends nothing for an item, where %s',
		async (_, script, error, message) => {
			const { output, sent } = await continued(script);
			expect(output).toMatchObject([
				{
					json: {
						error: `${error} [item 0]`,
						message: expect.stringContaining(message) as string,
						details: { outcome: 'notSent', attempts: 0, operation: 'create' },
					},
				},
			]);
			expect(sent).toStrictEqual([]);
		},
	);

	it('fails every item where the credential cannot be used, and sends nothing', async () => {
		const { output, sent, hints } = await continued({
			items: rows(2),
			credential: () => Promise.reject(new Error('Credential not found')),
		});
		expect(output).toMatchObject(
			[0, 1].map((item) => ({
				json: { error: `Credential not found [item ${item}]`, details: { outcome: 'notSent' } },
			})),
		);
		expect(sent).toStrictEqual([]);
		expect(hints).toStrictEqual(['2 of 2 items failed: 2 not sent (items 0, 1).']);
	});

	it('keeps what is known of an item that was not sent, be it refused or not reached', async () => {
		const { output } = await continued({
			items: [{ permalink: SUBMISSION, due: 1 / 0 }, { permalink: 'short' }],
			parameters: update('={{ $json.permalink }}'),
		});
		const details = { operation: 'update', formPermalink: FORM, submissionPermalink: SUBMISSION };
		expect(output).toMatchObject([
			{ json: { details } },
			{ json: { details: { ...details, formPermalink: null, submissionPermalink: null } } },
		]);
		const unreached = await continued({
			items: Array.from({ length: 7 }, () => ({ permalink: SUBMISSION, n: 1 })),
			parameters: { ...update('={{ $json.permalink }}'), options: { requestsAtOnce: 1 } },
			answer: () => responseOf(401),
		});
		expect(unreached.output[6]).toMatchObject({ json: { details } });
	});

	it('has the input beside what became of it, where that is chosen', async () => {
		const items = [{ row: 7, n: 1 }, { row: 8 }, { row: 9, n: 2 }];
		const { output } = await continued({
			items,
			parameters: { ignoreFields: 'row', options: { includeInput: true, requestsAtOnce: 1 } },
			answer: (number) => (number === 1 ? refused() : created()),
		});
		expect(output).toMatchObject([
			{ json: { created: true, input: items[0] } },
			{ json: { error: expect.any(String) as string, input: items[1] } },
			{ json: { details: { outcome: 'refused' }, input: items[2] } },
		]);
	});

	it("hides the token and the values of the item's own headers in what the service says", async () => {
		const { output, sent } = await continued({
			items: [{ a: 1 }],
			parameters: { options: { headers: { header: [{ name: 'X-Gate', value: 'open sesame' }] } } },
			answer: () => responseOf(422, { message: `No gate opens to open%20sesame and ${TOKEN}` }),
		});
		expect(sent[0]?.options.headers).toStrictEqual({
			Accept: 'application/json',
			'Content-Type': 'application/json',
			'X-Gate': 'open sesame',
		});
		expect(JSON.stringify(output)).toContain('No gate opens to [hidden] and [hidden]');
	});

	it.each([
		['in Base64', Buffer.from('ada-lovelace:s3cret-of-ada').toString('base64')],
		['as they are', 'ada-lovelace s3cret-of-ada'],
	])("hides the proxy's user name and password in what it says: %s", async (_, echoed) => {
		const proxy = 'http://ada-lovelace:s3cret-of-ada@proxy.example.com';
		const { output } = await continued({
			items: [{ a: 1 }],
			parameters: { options: { proxy } },
			answer: () => responseOf(403, { message: `Not for ${echoed}.` }),
		});
		expect(JSON.stringify(output)).toMatch(/Not for \[hidden\]( \[hidden\])?\w?=*\./);
	});

	it('tells of those that a cancelled execution did not come to', async () => {
		const controller = new AbortController();
		const { output, sent } = await continued({
			items: rows(2),
			parameters: oneByOne,
			cancel: controller.signal,
			answer: () => {
				controller.abort();
				return created();
			},
		});
		expect(sent).toHaveLength(1);
		expect(output).toMatchObject([
			{ json: { created: true } },
			{ json: { details: { outcome: 'notSent', attempts: 0 } }, pairedItem: { item: 1 } },
		]);
	});
});

describe('upsert', () => {
	const upsert = (ifNotFound: string) => ({
		operation: 'upsert',
		submission: '={{ $json.permalink }}',
		ignoreFields: 'permalink',
		options: { ifNotFound, requestsAtOnce: 1 },
	});
	const to = ({ sent }: ScriptedRun) =>
		sent.map(({ options }) => options.url.replace(/^.*submissions\//, ''));

	it('creates and updates, each item as it is given', async () => {
		const scene = await ended({
			items: [SUBMISSION, ''].map((permalink, n) => ({ permalink, n })),
			parameters: upsert('fail'),
			answer: (_, { url }) => responseOf(200, url.endsWith('new') ? { permalink: OTHER } : {}),
		});
		expect(to(scene)).toStrictEqual([SUBMISSION, 'new']);
		expect(bodies(scene)).toStrictEqual([{ n: 0 }, { n: 1 }]);
		expect(scene.output).toMatchObject([
			{ json: { updated: true, submissionPermalink: SUBMISSION } },
			{ json: { created: true, submissionPermalink: OTHER } },
		]);
		expect(scene.hints).toStrictEqual([]);
	});

	const lostRow = { items: [{ permalink: SUBMISSION, n: 0 }], continues: true };
	const missing: Script['answer'] = (_, { url }) =>
		url.endsWith('new') ? created() : responseOf(404, {});

	it.each([
		['fail', [SUBMISSION], { details: { operation: 'upsert', outcome: 'refused' } }],
		['report', [SUBMISSION], { updated: false, submissionPermalink: SUBMISSION }],
		['create', [SUBMISSION, 'new'], { created: true, submissionPermalink: SUBMISSION }],
	])('of what is not found does as chosen: %s', async (ifNotFound, addresses, json) => {
		const scene = await ended({ ...lostRow, parameters: upsert(ifNotFound), answer: missing });
		expect(to(scene)).toStrictEqual(addresses);
		expect(scene.output).toMatchObject([{ json }]);
	});

	it('creates nothing where the update may have been made', async () => {
		clock.sleep = () => Promise.resolve();
		const parameters = upsert('create');
		const scene = await ended({
			...lostRow,
			parameters: { ...parameters, options: { ...parameters.options, repeatUnknown: 'all' } },
			answer: (number) => (number === 0 ? lost() : responseOf(404)),
		});
		expect(to(scene)).toStrictEqual([SUBMISSION, '__________', SUBMISSION]);
		expect(scene.output).toMatchObject([{ json: { details: { outcome: 'unknown' } } }]);
	});

	it('sends no create again that had no answer, and in a further try no update before it', async () => {
		const script = {
			...lostRow,
			continues: false,
			executeData: {},
			parameters: upsert('create'),
			answer: (_: number, { url }: { url: string }) =>
				url.endsWith('new') ? lost() : responseOf(404),
		};
		const first = await stopped(script);
		expect(described(first.error)).toContain('The submission may still have been created');
		expect(to(first)).toStrictEqual([SUBMISSION, 'new']);
		expect((await stopped(script)).sent).toStrictEqual([]);
	});

	it('where nothing is given for any item, is told by a hint', async () => {
		const script = { items: rows(2), parameters: upsert('fail'), answer: created };
		const { hints } = await ended(script);
		expect(hints).toStrictEqual([
			expect.stringMatching(/^Submission is empty for all 2 items/),
			expect.stringMatching(/^Fields to Ignore names what no item has: permalink\./),
		]);
	});
});

describe('Dry Run', () => {
	const dry = { options: { dryRun: true } };

	it('checks every item, shows what would be sent, and sends nothing', async () => {
		const { output, sent, hints } = await ended({ items: rows(2), parameters: dry });
		expect(sent).toStrictEqual([]);
		const url = `https://forms.example.com/api/v1/forms/${FORM}/submissions/new`;
		expect(output).toStrictEqual(
			[0, 1].map((n) => ({
				json: { dryRun: true, request: { method: 'POST', url, body: { n } } },
				pairedItem: { item: n },
			})),
		);
		expect(hints).toStrictEqual(['Dry Run: nothing was sent. Would have been sent: 2 created.']);
	});

	it('with Stop goes through all items, and tells of each that is not fit', async () => {
		const { error } = await stopped({ items: [{}, { n: 1 }, {}], parameters: dry });
		expect(error.message).toBe('Field Data contains no fields to send [item 0]');
		expect(described(error)).toContain(
			'Dry Run, of 3 items: could be sent 1; could not be sent 0, 2.',
		);
	});

	it('leaves nothing behind that keeps a later try or a Retry from sending', async () => {
		const nodeContext = {};
		const executeData = {};
		const items = [{}, { n: 1 }];
		await stopped({ items, parameters: dry, nodeContext, executeData });
		const parameters = { options: { allowEmpty: true } };
		const script = { items, parameters, nodeContext, answer: created };
		expect((await ended({ ...script, executeData })).sent).toHaveLength(2);
		expect((await ended(script)).sent).toHaveLength(2);
	});

	it('of some items only ends the run at a failure, as others are sent', async () => {
		const { context, sent } = scripted({
			items: [{}, { n: 1 }, { n: 2 }],
			parameters: { options: { dryRun: '={{ $itemIndex === 0 }}', requestsAtOnce: 1 } },
			engine: (path, index) =>
				path === 'options' ? { dryRun: index === 0, requestsAtOnce: 1 } : index === 0,
		});
		await expect(run(context, offer)).rejects.toThrow('[item 0]');
		expect(sent).toStrictEqual([]);
	});
});

describe('with On Error = Stop', () => {
	it('stops at the first failure with the account of all', async () => {
		const { error, sent } = await stopped({
			items: rows(3),
			parameters: oneByOne,
			answer: (number) => (number === 1 ? refused() : created()),
		});
		expect(error.message).toMatch(
			/Too odd\. \[item 1\]; 1 of 3 items is done, and Retry under Executions does not send it again, a new run does$/,
		);
		expect(described(error)).toMatch(
			/Of 3 items: done 0; refused 1; not sent 2\. Created: 0 → kL9mN1pQ3r\.$/,
		);
		expect(sent).toHaveLength(2);
	});

	it('tells of the item that failed, not of an earlier one that waited for its turn', async () => {
		const time = holdClock();
		const scene = scripted({
			items: [SUBMISSION, SUBMISSION, OTHER].map((permalink, n) => ({ permalink, n })),
			parameters: { ...update('={{ $json.permalink }}'), options: { requestsAtOnce: 3 } },
			answer: async (_, { url }) => {
				if (url.includes(OTHER)) return refused();
				await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
				await settle();
				return responseOf(200);
			},
		});
		const ending = run(scene.context, offer).catch((error: unknown) => error);
		await time.pass(1);
		const error = await ending;
		expect(String(error)).toContain('[item 2]');
		expect(scene.sent).toHaveLength(2);
	});

	it('tells that nothing was sent where the credential cannot be used', async () => {
		const { error, sent } = await stopped({
			items: [{ a: 1 }],
			credential: () => Promise.resolve({ ...CREDENTIAL, accessToken: '' }),
		});
		expect(error.message).toContain('[item 0]');
		expect(sent).toStrictEqual([]);
	});

	it('gives an AI agent what to do in the message, which is all that it gets', async () => {
		const byAgent = await stopped({
			agent: 'engine',
			items: [{ a: 1 }],
			parameters: { fieldDataMode: 'json', fieldDataJson: '{"a":1}' },
			answer: refused,
		});
		expect(byAgent.error.message).toMatch(/\[item 0\]\. Correct/);
		const byWorkflow = await stopped({ items: [{ a: 1 }], answer: refused });
		expect(byWorkflow.error.message).toMatch(/\[item 0\]$/);
	});
});

describe('a further try of Retry On Fail', () => {
	const once = { requestsAtOnce: 1, maxAttempts: 1 };
	const repeated = { options: { ...once, repeatUnknown: 'all' } };
	const read = { operation: 'get', submission: SUBMISSION, options: once };
	const isDone = { json: { created: true } };

	/** What a further try differs in from the first one, which failed. */
	async function after(first: Partial<Script>, second: Partial<Script>): Promise<Script> {
		const script = { executeData: {}, items: rows(1), parameters: { options: once }, ...first };
		await stopped(script);
		return { ...script, answer: created, ...second };
	}

	it.each<[string, Partial<Script>, Partial<Script>, unknown[], object[]]>([
		[
			'sends nothing again that is done, and what failed once more',
			{ items: rows(2), answer: (number) => (number === 1 ? refused() : created()) },
			{},
			[{ n: 1 }],
			[isDone, isDone],
		],
		[
			'goes on past a create that may have been carried out, where failures do not stop the run',
			{ items: rows(2), answer: lost },
			{ continues: true },
			[{ n: 1 }],
			[{ json: { details: { outcome: 'unknown' } } }, isDone],
		],
		[
			'sends a read again whose answer was lost',
			{ parameters: read, answer: lost },
			{ answer: () => responseOf(200, { a: 1 }) },
			[undefined],
			[{ json: { found: true } }],
		],
		[
			'sends a create again whose answer was lost, where that is allowed',
			{ parameters: repeated, answer: lost },
			{},
			[{ n: 0 }],
			[isDone],
		],
		[
			'leaves unknown what an earlier one may have done, where the input gives no request any more',
			{ parameters: repeated, answer: lost },
			{ items: [{}], continues: true },
			[],
			[{ json: { details: { outcome: 'unknown', operation: 'create' } } }],
		],
		[
			'forgets an earlier refusal for what it tells itself',
			{ answer: refused },
			{ continues: true, answer: () => responseOf(403, { message: 'Not you' }) },
			[{ n: 0 }],
			[{ json: { details: { serviceMessage: 'Not you', attempts: 2 } } }],
		],
		[
			'takes what it does not know over an earlier refusal',
			{ answer: refused },
			{ continues: true, answer: lost },
			[{ n: 0 }],
			[{ json: { details: { outcome: 'unknown', attempts: 2 } } }],
		],
	])('%s', async (_, first, second, sent, output) => {
		const scene = await ended(await after(first, second));
		expect(bodies(scene)).toStrictEqual(sent);
		expect(scene.output).toMatchObject(output);
	});

	it('sends no create again that may have been carried out, and does not even ask for the credential', async () => {
		const asked = jest.fn(() => Promise.resolve(CREDENTIAL));
		const script = await after({ items: rows(2), answer: lost }, { credential: asked });
		const { error, sent } = await stopped(script);
		expect(error.message).toContain('[item 0]');
		expect(sent).toStrictEqual([]);
		expect(asked).not.toHaveBeenCalled();
	});
});

it("n8n's Retry of an execution sends only what that did not", async () => {
	const script = { nodeContext: {}, items: rows(2), parameters: oneByOne };
	await stopped({ ...script, answer: (number) => (number === 0 ? created() : refused()) });
	const scene = await ended({ ...script, answer: created });
	expect(bodies(scene)).toStrictEqual([{ n: 1 }]);
	expect(scene.output).toMatchObject([{ json: { created: true } }, { json: { created: true } }]);
});

describe('how fast', () => {
	/** How many requests are under way at most. */
	async function mostAtOnce(script: Script): Promise<number> {
		let now = 0;
		let most = 0;
		await ended({
			...script,
			answer: async () => {
				most = Math.max(most, ++now);
				await settle();
				now--;
				return created();
			},
		});
		return most;
	}
	const items = Array.from({ length: 12 }, (_, n) => ({ n, permalink: SUBMISSION }));
	const fromTwo = items.filter(({ n }) => n !== 1);

	it.each<[string, object[], INodeParameters, number]>([
		['as many as Requests at Once says', items, { options: { requestsAtOnce: 3 } }, 3],
		[
			'as many as the first item says that can be asked',
			fromTwo,
			{ options: { requestsAtOnce: '={{ $json.n }}' } },
			2,
		],
		[
			'one for the same submission, of a few',
			items,
			{ ...update(SUBMISSION), options: { requestsAtOnce: 3 } },
			1,
		],
	])('at once: %s', async (_, given, parameters, most) => {
		expect(await mostAtOnce({ items: given, parameters, continues: true })).toBe(most);
	});

	it.each<[string, string | number]>([
		['', 500],
		[' although another option of the first item fails', '={{ $json.timeout }}'],
	])('no two starts closer than Min Interval%s', async (_, timeout) => {
		const time = holdClock();
		const scene = scripted({
			items: [{ timeout: 'x' }, { timeout: 500 }, { timeout: 500 }, { timeout: 500 }],
			parameters: { options: { requestsAtOnce: 3, minInterval: 100, timeout } },
			continues: true,
			answer: created,
		});
		const ending = run(scene.context, offer);
		await time.pass(150);
		expect(scene.sent).toHaveLength(2);
		await time.pass(1000);
		expect((await ending)[0]).toHaveLength(4);
	});
});

describe('where something of the node itself throws, the run ends in order', () => {
	/** The clock fails at the fourth answer, when it is already there. */
	const broken = (script: Script) => {
		let looks = 0;
		clock.date = () => {
			if (++looks === 4) throw new Error(`Broken by ${TOKEN}`);
			return 0;
		};
		return { items: rows(30), answer: created, ...script };
	};

	it('with Continue: no further item is begun, and each is told of', async () => {
		const scene = await continued(broken({}));
		const outcomes = scene.output.map(({ json }) =>
			'details' in json ? (Reflect.get(Object(json.details), 'outcome') as unknown) : 'done',
		);
		const sentItems = scene.sent.length;
		expect(sentItems).toBeLessThan(12);
		expect(outcomes.filter((name) => name === 'done')).toHaveLength(sentItems - 1);
		expect(outcomes.filter((name) => name === 'unknown')).toHaveLength(1);
		expect(outcomes.filter((name) => name === 'notSent')).toHaveLength(30 - sentItems);
		expect(JSON.stringify(scene.output)).not.toContain(TOKEN);
	});

	it('with Stop: the account tells of all, and nothing is sent again', async () => {
		const script = { ...broken({}), executeData: {} };
		const { error, sent } = await stopped(script);
		expect(error.message).toBe(
			`The node itself broke down at this item [item 3]; ${sent.length - 1} of 30 items are done, and Retry under Executions does not send them again, a new run does`,
		);
		expect(described(error)).toMatch(
			new RegExp(`Of 30 items: done .*; unknown 3; not sent ${sent.length}–29\\.`),
		);
		expect(`${error.message} ${described(error)} ${error.stack ?? ''}`).not.toContain(TOKEN);
		expect((await stopped(script)).sent).toStrictEqual([]);
	});

	it('also for those who wait at a closed gate for what the broken one would have told', async () => {
		let looks = 0;
		clock.date = () => (++looks === 4 ? breaksDown() : 0);
		const scene = await continued({
			items: rows(6),
			parameters: { options: { requestsAtOnce: 3 } },
			answer: () => responseOf(429),
		});
		expect(scene.sent).toHaveLength(4);
		expect(scene.output.filter(({ json }) => 'error' in json)).toHaveLength(6);
	});

	it('before anything is sent, and after all is', async () => {
		const before = scripted({ items: [{ a: 1 }], continues: true, answer: created });
		Object.defineProperty(before.context, 'getContext', { value: breaksDown });
		const [output = []] = await run(before.context, offer);
		expect(before.sent).toStrictEqual([]);
		expect(output).toMatchObject([{ json: { details: { outcome: 'notSent' } } }]);

		const after = scripted({ items: [{ a: 1 }], continues: true, answer: created });
		after.context.addExecutionHints = breaksDown;
		const [told = []] = await run(after.context, offer);
		expect(told).toMatchObject([{ json: { created: true } }]);
	});

	it('where the log does', async () => {
		const scene = scripted({ items: rows(600), answer: created, continues: true });
		scene.context.logger.info = breaksDown;
		const [output = []] = await run(scene.context, offer);
		expect(output).toHaveLength(600);
		expect(output.filter(({ json }) => json['created'] === true)).toHaveLength(scene.sent.length);
		expect(scene.sent.length).toBeLessThan(120);
	});
});

it('tells of the refusal where the execution was cancelled after it, in the words by which n8n knows that', async () => {
	const cancellation = new AbortController();
	const { error } = await stopped({
		items: rows(2),
		cancel: cancellation.signal,
		answer: async (number) => {
			if (number === 0) return refused();
			await settle();
			cancellation.abort();
			return await lost();
		},
	});
	expect(error.message).toMatch(
		/Too odd\. \[item 0\]; none of 2 items is done\. The execution was canceled$/,
	);
});

describe('five refusals of the credentials in a row', () => {
	const statuses = (pattern: string) => (number: number) =>
		responseOf(pattern[number] === 'x' ? 401 : pattern[number] === '.' ? 201 : 422);
	it.each([
		['xxxxx', 5],
		['.xxxxx', 6],
		['xxxx.xxxxx', 10],
		['xxxx?xxxx?xx', 12],
	])('end the sending where they are: %s', async (pattern, sent) => {
		const answer = statuses(pattern);
		const scene = await continued({ items: rows(12), parameters: oneByOne, answer });
		expect(scene.sent).toHaveLength(sent);
		for (const { json } of scene.output.slice(sent)) {
			expect(json).toMatchObject({
				error: expect.stringMatching(/^Not sent, because the service refused the cred/) as string,
				details: { outcome: 'notSent', attempts: 0 },
			});
		}
	});
});

it('has nothing under way once it has ended, also not what it asked the service itself', async () => {
	holdClock();
	const [taken, notFound, question] = [held(), held(), held()];
	const { context, sent } = scripted({
		items: Array.from({ length: 33 }, (_, index) => ({ permalink: `item0000${10 + index}` })),
		parameters: {
			operation: 'get',
			submission: '={{ $json.permalink }}',
			options: { requestsAtOnce: 3 },
		},
		answer: async (number) => {
			await settle();
			if (number === 30) return await lost();
			await [taken, notFound, question][number - 31]?.promise;
			return responseOf(number === 32 ? 404 : 200, { a: 1 });
		},
	});
	const end = jest.fn();
	const ending = run(context, offer).catch(end);
	while (sent.length < 33) await settle();
	await settle();
	// It shows that the service may be well, so that it is asked at once.
	taken.fulfil();
	while (sent.length < 34) await settle();
	notFound.fulfil();
	// Time enough to end: what is kept for a Retry is hashed item by item.
	for (let turn = 0; turn < 3000; turn++) await settle();
	expect(end).not.toHaveBeenCalled();
	question.fulfil();
	await ending;
	expect([end.mock.calls.length, sent.length]).toStrictEqual([1, 34]);
});

it('leaves no listener on the signal of n8n, and no timer', async () => {
	const cancellation = new AbortController();
	const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
	const before = timers();
	const scene = scripted({
		items: rows(2),
		answer: (number) => (number === 0 ? responseOf(429, '', { 'retry-after': '50' }) : refused()),
		cancel: cancellation.signal,
	});
	await run(scene.context, offer).catch(() => undefined);
	expect(getEventListeners(cancellation.signal, 'abort')).toStrictEqual([]);
	expect(timers()).toBe(before);
});

it('keeps of a request neither its body nor its files until the run ends', async () => {
	const executeData = {};
	const { context } = await ended({ executeData, items: [{ note: 'private' }], answer: created });
	const kept = openLedger(context).get(0);
	expect(kept?.kind).toBe('done');
	expect(JSON.stringify(kept)).not.toContain('private');
});

describe('by an AI agent', () => {
	it('takes the arguments of the call for the fields, where the agent runs its tools itself', async () => {
		const scene = await ended({ agent: 'tool', items: [{ name: 'Ada' }], answer: created });
		expect(bodies(scene)).toStrictEqual([{ name: 'Ada' }]);
	});

	it('asks the expression engine for what refers to an item, since $json is not the arguments', async () => {
		const parameters = {
			fieldDataMode: 'defineBelow',
			fieldData: {
				assignments: [{ id: '1', name: 'name', value: '={{ $json.name }}', type: 'string' }],
			},
		};
		const engine = (path: string) => (path.endsWith('.value') ? 'by the engine' : undefined);
		const items = [{ name: 'Ada' }];
		const tool = await ended({ agent: 'tool', parameters, items, engine, answer: created });
		expect(bodies(tool)).toStrictEqual([{ name: 'by the engine' }]);
		const step = await ended({ parameters, items, engine, answer: created });
		expect(bodies(step)).toStrictEqual([{ name: 'Ada' }]);
	});

	it("refuses Map Automatically where n8n's engine runs the tools, since the chat is among the fields", async () => {
		const { error, sent } = await stopped({ agent: 'engine', items: [{ chatInput: 'Hello' }] });
		expect(error.message).toContain('Map Automatically cannot be used by this AI agent');
		expect(sent).toStrictEqual([]);
	});
});
