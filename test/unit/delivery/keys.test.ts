import fc from 'fast-check';

import { clock } from '../../../nodes/Submissions/delivery/clock.ts';
import { run } from '../../../nodes/Submissions/delivery/run.ts';
import { operations } from '../../../nodes/Submissions/description/operations.ts';
import { optionsProperty } from '../../../nodes/Submissions/description/options.ts';
import { Deduplicator } from '../../deduplicator.ts';
import { restoreClock } from '../heldClock.ts';
import { holdsLaterFor } from '../property.ts';
import type { Script, ScriptedMemory } from './scripted.ts';
import { brokenOff, responseOf, scripted } from './scripted.ts';

const offer = { operations, options: optionsProperty };

beforeEach(() => {
	let now = 0;
	clock.now = () => now;
	clock.sleep = async (span) => {
		now += span;
		await Promise.resolve();
	};
});

afterEach(restoreClock);

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

/** What a service does to a request. */
type Answer = 'store' | 'refuse' | 'lose' | 'storeAndLose';

/** A service that stores, and what it stored of each key. */
function serviceThat(answerTo: (key: string, time: number) => Answer) {
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
	return { stored, asked, answer };
}

interface Row {
	readonly json: Record<string, unknown>;
}

interface Executed {
	readonly rows: Row[];
	readonly hints: string[];
	readonly error: (Error & { description?: unknown }) | undefined;
}

async function execute(
	keys: readonly string[],
	script: Script,
	options: Record<string, string | number | boolean> = {},
): Promise<Executed> {
	const scene = scripted({
		items: keys.map((key) => ({ key })),
		continues: true,
		engine: (_, index) => keys[index],
		...script,
		parameters: {
			options: { createOnceKey: '={{ $json.key }}', ...options },
			...script.parameters,
		},
	});
	try {
		const [rows = []] = await run(scene.context, offer);
		return { rows, hints: scene.hints, error: undefined };
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		return { rows: [], hints: scene.hints, error };
	}
}

const outcomeOf = ({ json }: Row): unknown =>
	'details' in json
		? Reflect.get(Object(json['details']), 'outcome')
		: json['created'] === true
			? 'created'
			: 'known';

it('claims and settles what comes in the same moment in one call, with two marks a key', async () => {
	const database = new Deduplicator();
	const { answer } = serviceThat(() => 'store');
	await execute(['a', 'b', 'c'], { memory: memoryOf(database), answer }, { requestsAtOnce: 3 });
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
		const service = serviceThat((_key, time) => answers[time - 1] ?? 'store');
		const script = { memory: memoryOf(new Deduplicator()), answer: service.answer };
		const { rows } = await execute(['a', 'a'], script);
		expect(rows.map(outcomeOf)).toStrictEqual(outcomes);
		expect(service.asked).toStrictEqual({ a: answers.length });
	});

	it('gives up waiting where the run is ended', async () => {
		const cancel = new AbortController();
		const answer = () => {
			cancel.abort();
			return responseOf(422);
		};
		const memory = memoryOf(new Deduplicator());
		const { rows } = await execute(['a', 'a'], { memory, cancel: cancel.signal, answer });
		expect(rows.map(outcomeOf)).toStrictEqual(['refused', 'notSent']);
	});
});

describe('an upsert', () => {
	const upsert = (submission: string, ifNotFound = 'fail'): Script => ({
		parameters: {
			operation: 'upsert',
			submission,
			options: { createOnceKey: '={{ $json.key }}', ifNotFound },
		},
	});

	it('creates once per key, and updates as often as it is asked to', async () => {
		const service = serviceThat(() => 'store');
		const script = { memory: memoryOf(new Deduplicator()), answer: service.answer };
		for (const outcome of ['created', 'known']) {
			const { rows } = await execute(['a'], { ...script, ...upsert('') });
			expect(rows.map(outcomeOf)).toStrictEqual([outcome]);
		}
		const { rows } = await execute(['a'], { ...script, ...upsert('kL9mN1pQ3r') });
		expect(rows).toMatchObject([{ json: { updated: true } }]);
		expect(service.asked).toStrictEqual({ a: 2 });
	});

	it('claims the key of a submission that is not found before it creates it', async () => {
		const service = serviceThat(() => 'store');
		const database = new Deduplicator();
		const answer: Script['answer'] = async (number, options) =>
			options.url.endsWith('new') ? await service.answer(number, options) : responseOf(404);
		const script = { memory: memoryOf(database), answer, ...upsert('kL9mN1pQ3r', 'create') };
		for (const outcome of ['created', 'known']) {
			expect((await execute(['a'], script)).rows.map(outcomeOf)).toStrictEqual([outcome]);
		}
		expect(service.asked).toStrictEqual({ a: 1 });
	});
});

it('Dry Run claims no key, and refuses what could not have one', async () => {
	const database = new Deduplicator();
	const dry = { dryRun: true };
	const { rows } = await execute(['a'], { memory: memoryOf(database) }, dry);
	expect(rows).toMatchObject([{ json: { dryRun: true } }]);
	expect(database.calls).toStrictEqual([]);
	const refused = await execute(['a'], {}, dry);
	expect(refused.rows[0]?.json['error']).toMatch(/needs n8n's memory of a node/);
});

describe('where the database takes no write', () => {
	const refusing = (kind: string, first: number) => {
		const database = new Deduplicator();
		let refused = 0;
		database.onWrite = (call) => {
			if (call.kind === kind && refused++ < first) throw new Error('SQLITE_BUSY: secret');
		};
		return database;
	};

	it('nothing is sent without a claim, in words of our own', async () => {
		const service = serviceThat(() => 'store');
		const memory = memoryOf(refusing('record', Infinity));
		const script = { memory, answer: service.answer, continues: false };
		const { error } = await execute(['a', 'b'], script);
		expect(error?.message).toMatch(
			/^Not sent, because n8n's database did not take the key \[item 0\]/,
		);
		expect(String(error?.description)).not.toContain('secret');
		expect(service.asked).toStrictEqual({});
	});

	it.each(['record', 'remove'])('for a moment, it is tried again: %s', async (kind) => {
		const service = serviceThat(() => 'store');
		const memory = memoryOf(refusing(kind, 2));
		expect((await execute(['a'], { memory, answer: service.answer })).hints).toStrictEqual([]);
		const again = await execute(['a'], { memory, answer: service.answer });
		expect(again.rows.map(outcomeOf)).toStrictEqual(['known']);
	});

	it('what is created stays so, a hint tells, and a later run calls it unknown', async () => {
		const service = serviceThat(() => 'store');
		const database = refusing('remove', 3);
		const script = { memory: memoryOf(database), answer: service.answer };
		const { rows, hints } = await execute(['a'], script);
		expect(rows.map(outcomeOf)).toStrictEqual(['created']);
		expect(hints).toStrictEqual([
			"n8n's database did not take what became of item 0: a later run will call the key unknown.",
		]);
		expect((await execute(['a'], script)).rows.map(outcomeOf)).toStrictEqual(['unknown']);
	});

	it('the account tells it where the run stops', async () => {
		const service = serviceThat(() => 'refuse');
		const script = { memory: memoryOf(refusing('remove', 3)), answer: service.answer };
		const { error } = await execute(['a'], { ...script, continues: false });
		expect(error?.description).toMatch(/did not take what became of item 0: a later run/);
	});
});

it('beyond as many keys as are remembered, a hint tells that the oldest are forgotten', async () => {
	const keys = Array.from({ length: 300 }, (_, n) => `key ${n}`);
	const service = serviceThat(() => 'store');
	const script = { memory: memoryOf(new Deduplicator()), answer: service.answer };
	const few = await execute(keys.slice(0, 5), script, { keysToRemember: 10 });
	expect(few.hints).toStrictEqual([]);
	const many = await execute(keys, script, { keysToRemember: 10 });
	expect(many.hints[0]).toMatch(/^The node remembers 10 keys, and forgets the oldest from now on/);
	const again = await execute(keys.slice(-10), script, { keysToRemember: 10 });
	expect(again.rows.map(outcomeOf)).toStrictEqual(Array.from({ length: 10 }, () => 'known'));
});

it.each<[string, Script, RegExp]>([
	['an n8n without such a memory', {}, /needs n8n's memory of a node/],
	['a workflow that was never saved', { workflowId: '' }, /needs a workflow that is saved/],
	['an agent that runs its tools', { agent: 'tool' }, /cannot be used by an AI agent/],
	['an agent of the engine', { agent: 'engine' }, /cannot be used by an AI agent/],
])('is refused in words for %s, and nothing is sent', async (name, script, words) => {
	const service = serviceThat(() => 'store');
	const memory = name.startsWith('an n8n') ? {} : { memory: memoryOf(new Deduplicator()) };
	const { rows } = await execute(
		['a'],
		{
			...memory,
			answer: service.answer,
			...script,
			parameters: { fieldDataMode: 'json', fieldDataJson: '{"key":"a"}' },
		},
		{ createOnceKey: 'a' },
	);
	expect(rows[0]?.json['error']).toMatch(words);
	expect(service.asked).toStrictEqual({});
});

it('whatever the service and the database do, nothing is stored twice, and nothing refused is lost', async () => {
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
		const database = new Deduplicator();
		database.onWrite = (_, number) => {
			if (isBusy[number] === true) throw new Error('SQLITE_BUSY');
		};
		let count = 0;
		const service = serviceThat(() => drawn[count++] ?? 'store');
		const script = { memory: memoryOf(database), answer: service.answer };
		const one = async ({ keys: some, continues, lanes }: (typeof all)[number]) =>
			await execute(some, { ...script, continues }, { requestsAtOnce: lanes });
		if (aside) await Promise.all(all.map(one));
		else for (const each of all) await one(each);
		for (const times of Object.values(service.stored)) expect(times).toBe(1);
		database.onWrite = () => undefined;
		const last = await execute(['a', 'b', 'c', 'd'], script);
		for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) {
			const outcome = last.rows.map(outcomeOf)[index];
			expect(service.stored[key] ?? 0).toBeLessThanOrEqual(1);
			if (outcome === 'created' || outcome === 'known') expect(service.stored[key]).toBe(1);
		}
	});
}, 600_000);
