import fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { NodeError } from 'n8n-workflow';

import { clock } from '../../../nodes/Submissions/delivery/clock.ts';
import { run } from '../../../nodes/Submissions/delivery/run.ts';
import { operations } from '../../../nodes/Submissions/description/operations.ts';
import { optionsProperty } from '../../../nodes/Submissions/description/options.ts';
import { Deduplicator } from '../../deduplicator.ts';
import { held, holdClock, restoreClock, settle } from '../heldClock.ts';
import { holdsLaterFor, LONGEST_LAW } from '../property.ts';
import type { Script, ScriptedMemory } from './scripted.ts';
import { brokenOff, responseOf, scripted } from './scripted.ts';

const offer = { operations, options: optionsProperty };

beforeEach(() => {
	let now = 0;
	clock.now = () => now;
	clock.sleep = async (span, ended) => {
		// The watch over a call to the database lasts as long as the call.
		if (span === LONGEST_CALL) await endOf(ended);
		else now += span;
	};
});

afterEach(restoreClock);

const LONGEST_CALL = 30_000;

async function endOf(signal: AbortSignal | undefined): Promise<void> {
	await new Promise((resolve) => signal?.addEventListener('abort', resolve));
}

/** What a service does to a request. */
type Answer = 'store' | 'refuse' | 'lose' | 'storeAndLose';

/** n8n's database, a service with what it stored of each key, and runs of the node between them. */
function scene(answerTo: (key: string, time: number) => Answer = () => 'store') {
	const database = new Deduplicator();
	const stored: Record<string, number> = {};
	const asked: Record<string, number> = {};
	const answer: Script['answer'] = async (_, { body }) => {
		const { key } = JSON.parse(typeof body === 'string' ? body : '') as { key: string };
		asked[key] = (asked[key] ?? 0) + 1;
		const how = answerTo(key, asked[key]);
		await new Promise((resolve) => setImmediate(resolve));
		if (how === 'store' || how === 'storeAndLose') stored[key] = (stored[key] ?? 0) + 1;
		if (how === 'refuse') return responseOf(422);
		if (how !== 'store') throw brokenOff('ECONNRESET');
		return responseOf(201, { permalink: 'kL9mN1pQ3r' });
	};
	const execute = async (keys: string[], script: Script = {}, options: INodeParameters = {}) => {
		const { context, hints } = scripted({
			items: keys.map((key) => ({ key })),
			continues: true,
			engine: (_, index) => keys[index],
			memory: memoryOf(database),
			answer,
			...script,
			parameters: {
				options: { createOnceKey: '={{ $json.key }}', ...options },
				...script.parameters,
			},
		});
		try {
			const [rows = []] = await run(context, offer);
			return { rows, outcomes: rows.map(outcomeOf), hints, error: undefined };
		} catch (error) {
			if (!(error instanceof NodeError)) throw error;
			return { rows: [], outcomes: [], hints, error };
		}
	};
	return { database, stored, asked, answer, execute };
}

function memoryOf(database: Deduplicator): ScriptedMemory {
	const place = { workflow: { id: 'workflow', active: true }, node: scriptedNode };
	return {
		record: (items, scope, options) =>
			database.checkProcessedAndRecord(items, scope, place, options),
		remove: (items, scope) => database.removeProcessed(items, scope, place),
		count: (scope) => database.getProcessedDataCount(scope, place),
	};
}

const scriptedNode = scripted({}).context.getNode();

const outcomeOf = ({ json }: INodeExecutionData): unknown =>
	'details' in json
		? Reflect.get(Object(json['details']), 'outcome')
		: json['created'] === true
			? 'created'
			: 'known';

it('claims and settles what comes in the same moment in one call, with two marks a key', async () => {
	const { database, execute } = scene();
	await execute(['a', 'b', 'c'], {}, { requestsAtOnce: 3 });
	const marks = (key: string) => `https://forms.example.com aB3dE5gH7j ${key}`;
	const [claim, ...settlements] = database.calls;
	expect(claim).toStrictEqual({
		kind: 'record',
		values: ['a', 'b', 'c'].flatMap((key) => [`sent ${marks(key)}`, `open ${marks(key)}`]),
	});
	expect(settlements.map(({ kind }) => kind)).toStrictEqual(['remove', 'remove']);
	expect(settlements.flatMap(({ values }) => values)).toStrictEqual(
		['a', 'b', 'c'].map((key) => `open ${marks(key)}`),
	);
});

describe('the same key twice in a run', () => {
	it.each<[string, Answer[], unknown[]]>([
		['is known once the first is created', ['store'], ['created', 'known']],
		['is sent where the first was refused', ['refuse', 'store'], ['refused', 'created']],
		['is unknown where the first is', ['lose'], ['unknown', 'unknown']],
	])('%s', async (_, answers, outcomes) => {
		const { asked, execute } = scene((_key, time) => answers[time - 1] ?? 'store');
		expect((await execute(['a', 'a'])).outcomes).toStrictEqual(outcomes);
		expect(asked).toStrictEqual({ a: answers.length });
	});

	it('is told, as it may be one that gives too little; of what an earlier run created, it is not', async () => {
		const { execute } = scene();
		await execute(['a']);
		const { outcomes, hints } = await execute(['a', 'b', 'a', 'b', 'b']);
		expect(outcomes).toStrictEqual(['known', 'created', 'known', 'known', 'known']);
		expect(hints).toContainEqual(
			'Items 3, 4 have the key of another item of this run, which was created. Where they are rows of their own, correct the key.',
		);
		expect(hints.join()).not.toMatch(/Items? 0|2 ha/);
	});

	it('gives up waiting where the run is ended', async () => {
		const cancel = new AbortController();
		const { database, execute } = scene(() => {
			cancel.abort();
			return 'refuse';
		});
		const { outcomes } = await execute(['a', 'a'], { cancel: cancel.signal });
		expect(outcomes).toStrictEqual(['refused', 'notSent']);
		expect(database.calls.map(({ kind }) => kind)).toStrictEqual(['record', 'remove']);
	});

	it('gives up waiting for another run that is still at work on it', async () => {
		const cancel = new AbortController();
		const answered = held();
		const { asked, answer, execute } = scene();
		const first = execute(['a'], {
			answer: async (...request) => {
				await answered.promise;
				return await answer(...request);
			},
		});
		const second = execute(['a'], { cancel: cancel.signal });
		await settle();
		cancel.abort();
		expect((await second).outcomes).toStrictEqual(['notSent']);
		answered.fulfil();
		expect((await first).outcomes).toStrictEqual(['created']);
		expect(asked).toStrictEqual({ a: 1 });
	});
});

describe('an upsert', () => {
	const upsert = (submission: string): Script => ({
		parameters: { operation: 'upsert', submission },
	});

	it('creates once per key, and updates as often as it is asked to', async () => {
		const { asked, execute } = scene();
		expect((await execute(['a'], upsert(''))).outcomes).toStrictEqual(['created']);
		expect((await execute(['a'], upsert(''))).outcomes).toStrictEqual(['known']);
		const { rows } = await execute(['a'], upsert('kL9mN1pQ3r'));
		expect(rows).toMatchObject([{ json: { updated: true } }]);
		expect(asked).toStrictEqual({ a: 2 });
	});

	it('claims the key of a submission that is not found before it creates it', async () => {
		const { asked, answer, execute } = scene();
		const script: Script = {
			...upsert('kL9mN1pQ3r'),
			answer: (number, options) =>
				options.url.endsWith('new') ? answer(number, options) : responseOf(404),
		};
		for (const outcome of ['created', 'known']) {
			const { outcomes } = await execute(['a'], script, { ifNotFound: 'create' });
			expect(outcomes).toStrictEqual([outcome]);
		}
		expect(asked).toStrictEqual({ a: 1 });
	});
});

it('Dry Run claims no key, and refuses what could not have one', async () => {
	const { database, execute } = scene();
	const dry = { dryRun: true };
	const { rows } = await execute(['a'], {}, dry);
	expect(rows).toMatchObject([{ json: { dryRun: true } }]);
	expect(database.calls).toStrictEqual([]);
	const refused = await execute(['a'], { memory: undefined }, dry);
	expect(refused.rows[0]?.json['error']).toMatch(/needs n8n's memory of a node/);
	const update = { operation: 'update', submission: 'kL9mN1pQ3r' };
	const needless = await execute(['a'], { memory: undefined, parameters: update }, dry);
	expect(needless.rows).toMatchObject([{ json: { dryRun: true } }]);
});

describe('where the database takes no write', () => {
	const refusing = (kind: string, first: number, answer: Answer = 'store') => {
		const made = scene(() => answer);
		let refused = 0;
		made.database.onWrite = (call) => {
			if (call.kind === kind && refused++ < first) throw new Error('SQLITE_BUSY: secret');
		};
		return made;
	};

	it('nothing is sent without a claim, in words of our own', async () => {
		const { asked, execute } = refusing('record', Infinity);
		const { error } = await execute(['a', 'b'], { continues: false });
		expect(error?.message).toMatch(
			/^Not sent, because n8n's database did not take the key \[item 0\]/,
		);
		expect(String(error?.description)).not.toContain('secret');
		expect(asked).toStrictEqual({});
	});

	it.each(['record', 'remove'])('for a moment, it is tried again: %s', async (kind) => {
		const { execute } = refusing(kind, 2);
		expect((await execute(['a'])).hints).toStrictEqual([]);
		expect((await execute(['a'])).outcomes).toStrictEqual(['known']);
	});

	it.each([
		[['a'], 'item 0'],
		[['a', 'b'], '2 items'],
	])(
		'what is created stays so, a hint tells, and a later run calls it unknown: %j',
		async (keys, which) => {
			const { execute } = refusing('remove', Infinity);
			const { outcomes, hints } = await execute(keys);
			expect(outcomes).toStrictEqual(keys.map(() => 'created'));
			expect(hints).toStrictEqual([
				`n8n's database did not take what became of ${which}: a later run will call the key unknown.`,
			]);
			expect((await execute(keys)).outcomes).toStrictEqual(keys.map(() => 'unknown'));
		},
	);

	it('what was created before stays known, and a hint tells that it will not', async () => {
		const { database, execute } = scene();
		await execute(['a']);
		database.onWrite = ({ kind }) => {
			if (kind === 'remove') throw new Error('SQLITE_BUSY');
		};
		const { outcomes, hints } = await execute(['a']);
		expect(outcomes).toStrictEqual(['known']);
		expect(hints).toContainEqual(expect.stringMatching(/did not take what became of item 0/));
		expect((await execute(['a'])).outcomes).toStrictEqual(['unknown']);
	});

	it('the account tells it where the run stops', async () => {
		const { execute } = refusing('remove', 3, 'refuse');
		const { error } = await execute(['a'], { continues: false });
		expect(error?.description).toMatch(/did not take what became of item 0: a later run/);
	});
});

it('a call that the database never ends holds up no run, now or later, until it has ended', async () => {
	const time = holdClock();
	const { asked, database, execute } = scene();
	const memory = memoryOf(database);
	const hung = held();
	const ended: string[] = [];
	const executeWith = async (name: string, key: string, script: Partial<ScriptedMemory>) => {
		const { outcomes, hints } = await execute([key], { memory: { ...memory, ...script } });
		ended.push(`${name}: ${outcomes.join()} ${hints.length}`);
	};
	const began = held();
	const hangs = executeWith('hangs', 'a', {
		record: async (...claim) => {
			began.fulfil();
			await hung.promise;
			return await memory.record(...claim);
		},
	});
	await began.promise;
	const waits = executeWith('waits', 'b', {});
	await time.pass(29_999);
	expect(ended).toStrictEqual([]);
	await time.pass(1);
	await Promise.all([hangs, waits]);
	expect(ended).toStrictEqual(['hangs: notSent 1', 'waits: notSent 1']);
	await executeWith('comes after', 'c', {});
	expect(asked).toStrictEqual({});

	hung.fulfil();
	while (database.calls.length < 2) await settle();
	await settle();
	await executeWith('comes at last', 'c', {});
	// Its claim was written after all, and taken back: it was called not sent.
	await executeWith('comes at last', 'a', {});
	expect(ended.slice(2)).toStrictEqual([
		'comes after: notSent 1',
		'comes at last: created 0',
		'comes at last: created 0',
	]);
	expect(asked).toStrictEqual({ a: 1, c: 1 });
});

it('a removal that the database never ends is told, and another key is claimed only after it', async () => {
	const time = holdClock();
	const { asked, database, execute } = scene();
	const memory = memoryOf(database);
	const hung = held();
	const began = held();
	const removing: ScriptedMemory = {
		...memory,
		remove: async (...removal) => {
			began.fulfil();
			await hung.promise;
			await memory.remove(...removal);
		},
	};
	const first = execute(['a'], { memory: removing });
	await began.promise;
	await time.pass(30_000);
	expect((await first).hints).toStrictEqual([
		"n8n's database did not take what became of item 0: a later run will call the key unknown.",
	]);
	expect((await execute(['b'])).outcomes).toStrictEqual(['notSent']);
	hung.fulfil();
	while (database.calls.length < 2) await settle();
	await settle();
	expect((await execute(['a', 'b'])).outcomes).toStrictEqual(['known', 'created']);
	expect(asked).toStrictEqual({ a: 1, b: 1 });
});

it('a count that the database never ends is done without', async () => {
	const time = holdClock();
	const { database, execute } = scene();
	const began = held();
	const count = async () => {
		began.fulfil();
		return await new Promise<number>(() => undefined);
	};
	const run = execute(['a'], { memory: { ...memoryOf(database), count } });
	await began.promise;
	await time.pass(30_000);
	expect((await run).outcomes).toStrictEqual(['created']);
});

it('beyond as many keys as are remembered, a hint tells that the oldest are forgotten', async () => {
	const keys = Array.from({ length: 300 }, (_, n) => `key ${n}`);
	const { execute } = scene();
	const ten = { keysToRemember: 10 };
	expect((await execute(keys.slice(0, 5), {}, ten)).hints).toStrictEqual([]);
	const [hint] = (await execute(keys, {}, ten)).hints;
	expect(hint).toMatch(/^The node remembers 10 keys, and forgets the oldest from now on/);
	const { outcomes } = await execute(keys.slice(-10), {}, ten);
	expect(outcomes).toStrictEqual(Array.from({ length: 10 }, () => 'known'));
});

it('a key that is under way is not forgotten for newer ones', async () => {
	const { database, answer, execute } = scene();
	const others = Array.from({ length: 50 }, (_, n) => `key ${n}`);
	let knew: unknown;
	const { outcomes } = await execute(
		['slow', ...others],
		{
			answer: async (number, options) => {
				if (number > 0) return await answer(number, options);
				while (database.calls.length < 60) await settle();
				const mark = 'sent https://forms.example.com aB3dE5gH7j slow';
				knew = database.knows(mark);
				return await answer(number, options);
			},
		},
		{ keysToRemember: 10, requestsAtOnce: 2 },
	);
	expect([knew, outcomes.length]).toStrictEqual([true, 51]);
});

it.each<[string, Script, RegExp]>([
	['an n8n without such a memory', { memory: undefined }, /needs n8n's memory of a node/],
	['a workflow that was never saved', { workflowId: '' }, /needs a workflow that is saved/],
	['an agent that runs its tools', { agent: 'tool' }, /cannot be used by an AI agent/],
	['an agent of the engine', { agent: 'engine' }, /cannot be used by an AI agent/],
])('is refused in words for %s, and nothing is sent', async (_, script, words) => {
	const { asked, execute } = scene();
	const parameters = { fieldDataMode: 'json', fieldDataJson: '{"key":"a"}' };
	const { rows } = await execute(['a'], { ...script, parameters }, { createOnceKey: 'a' });
	expect(rows[0]?.json['error']).toMatch(words);
	expect(asked).toStrictEqual({});
});

it(
	'whatever the service and the database do, nothing is stored twice, and nothing refused is lost',
	async () => {
		const answers = fc.constantFrom<Answer>('store', 'refuse', 'lose', 'storeAndLose');
		const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 8 });
		const runs = fc.array(
			fc.record({ keys, continues: fc.boolean(), lanes: fc.integer({ min: 1, max: 4 }) }),
			{ minLength: 1, maxLength: 4 },
		);
		const busy = fc.array(fc.boolean(), { maxLength: 12 });
		const drawnAnswers = fc.array(answers, { maxLength: 12 });
		const plan = fc.record({ answers: drawnAnswers, runs, busy, aside: fc.boolean() });
		await holdsLaterFor(plan, async ({ answers: drawn, runs: all, busy: isBusy, aside }) => {
			let count = 0;
			const { database, stored, execute } = scene(() => drawn[count++] ?? 'store');
			database.onWrite = (_, number) => {
				if (isBusy[number] === true) throw new Error('SQLITE_BUSY');
			};
			const one = async ({ keys: some, continues, lanes }: (typeof all)[number]) =>
				await execute(some, { continues }, { requestsAtOnce: lanes });
			if (aside) await Promise.all(all.map(one));
			else for (const each of all) await one(each);
			for (const times of Object.values(stored)) expect(times).toBe(1);
			database.onWrite = () => undefined;
			const { outcomes } = await execute(['a', 'b', 'c', 'd']);
			for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) {
				expect(stored[key] ?? 0).toBeLessThanOrEqual(1);
				const isThere = outcomes[index] === 'created' || outcomes[index] === 'known';
				if (isThere) expect(stored[key]).toBe(1);
			}
		});
	},
	LONGEST_LAW,
);
