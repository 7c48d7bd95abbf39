import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	forgetKept,
	keepForRetry,
	matchKept,
	restoreKept,
} from '../../../nodes/Submissions/delivery/kept.ts';
import type { Ledger } from '../../../nodes/Submissions/delivery/ledger.ts';
import type { RepeatUnknown } from '../../../nodes/Submissions/delivery/retry.ts';
import type { Outcome } from '../../../nodes/Submissions/response/outcome.ts';
import { checkedWith, doneWith, failedWith, failureWith, requestOf } from '../examples.ts';
import { holdsFor } from '../property.ts';
import type { Script } from './scripted.ts';
import { scripted } from './scripted.ts';

const unknown = failedWith({
	request: requestOf('create'),
	failure: failureWith({ certainty: 'unknown' }),
});
const named = (...names: string[]): INodeExecutionData[] =>
	names.map((name) => ({ json: { name } }));
const done = (name: string): Outcome => doneWith({ items: [{ json: { name } }] });

/** What a Retry finds of what an execution kept, saved and read again as n8n does. */
async function retried(
	then: { readonly inputs: readonly INodeExecutionData[]; readonly ledger: Ledger },
	now: readonly INodeExecutionData[],
	{ script = {}, repeatUnknown = 'never' }: { script?: Script; repeatUnknown?: RepeatUnknown } = {},
): Promise<Ledger> {
	const nodeContext: IDataObject = {};
	await keepForRetry(scripted({ nodeContext }).context, then.inputs, then.ledger);
	const saved = JSON.parse(JSON.stringify(nodeContext)) as IDataObject;
	const { context } = scripted({ nodeContext: saved, ...script });
	return await restoreKept(context, now, () => repeatUnknown);
}

it('gives back that there was no such submission', async () => {
	const notThere = doneWith({ items: [{ json: { found: false } }], notFound: true });
	const then = { inputs: named('a'), ledger: new Map([[0, notThere]]) };
	expect((await retried(then, named('a'))).get(0)).toMatchObject({ notFound: true });
});

const kinds = (ledger: Ledger) => [...ledger].map(([index, { kind }]) => [index, kind]);

it('gives back what is done, in its place now, and what is unknown; nothing else', async () => {
	const inputs = named('a', 'b', 'c', 'd');
	const ledger: Ledger = new Map([
		[0, done('a')],
		[1, failedWith()],
		[2, unknown],
		[3, checkedWith()],
	]);
	const restored = await retried({ inputs, ledger }, named('x', 'a', 'c', 'b', 'd'));
	expect(restored.get(1)).toMatchObject({
		kind: 'done',
		earlier: 'retried',
		items: [{ json: { name: 'a' }, pairedItem: { item: 1 } }],
	});
	expect(kinds(restored)).toStrictEqual([
		[2, 'failed'],
		[1, 'done'],
	]);
});

it('lets what is unknown go by what is allowed now', async () => {
	const inputs = named('a');
	const then = { inputs, ledger: new Map([[0, unknown]]) };
	const restored = await retried(then, inputs, { repeatUnknown: 'all' });
	expect(restored.get(0)?.request?.repeatUnknown).toBe('all');
});

it('tells items of equal fields apart by their files, as far as these stay the same', async () => {
	const file = (fileName: string, id: string): INodeExecutionData => ({
		json: {},
		binary: { data: { data: '', mimeType: 'text/plain', fileName, id } },
	});
	const then = {
		inputs: [file('a.txt', '1'), file('b.txt', '1')],
		ledger: new Map([[0, done('')]]),
	};
	const restored = await retried(then, [file('b.txt', '2'), file('a.txt', '2')]);
	expect([...restored.keys()]).toStrictEqual([1]);
});

it.each<[string, Script]>([
	['another operation', { parameters: { operation: 'update' } }],
	['another round of a loop', { runIndex: 1 }],
	['another shape', { nodeContext: { keptForRetry: { shape: 0, runIndex: 0 } } }],
	['no Retry', { nodeContext: {} }],
])('gives nothing back for %s', async (_, script) => {
	const inputs = named('a');
	const then = { inputs, ledger: new Map([[0, done('a')]]) };
	expect((await retried(then, inputs, { script })).size).toBe(0);
});

it('knows items again that hold themselves', async () => {
	const circle = (name: string): INodeExecutionData => {
		const json: IDataObject = { name, list: [] };
		return { json: Object.assign(json, { self: json, list: [json] }) };
	};
	const then = {
		inputs: [circle('a'), circle('b')],
		ledger: new Map([[0, done('a')]]),
	};
	expect([...(await retried(then, [circle('b'), circle('a')])).keys()]).toStrictEqual([1]);
});

it('leaves out what its key tells, and what cannot be told again', async () => {
	const unsaved: IDataObject = {};
	// n8n cannot save an execution with it, either.
	Object.assign(unsaved, { big: 1n });
	const inputs = [{ json: {} }, { json: unsaved }];
	const ledger: Ledger = new Map([
		[0, { ...unknown, earlier: 'keyed' as const }],
		[1, done('')],
	]);
	const nodeContext: IDataObject = {};
	await keepForRetry(scripted({ nodeContext }).context, inputs, ledger);
	expect(nodeContext['keptForRetry']).toMatchObject({ items: [] });
});

it('forgets', async () => {
	const nodeContext: IDataObject = {};
	const { context } = scripted({ nodeContext });
	await keepForRetry(context, named('a'), new Map([[0, done('a')]]));
	forgetKept(context);
	expect((await restoreKept(context, named('a'), () => 'never')).size).toBe(0);
});

it('of what was kept gives each item its own, or else as many as there are of it, in order', () => {
	const someHashes = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
	const someTakes = fc.array(fc.boolean(), { maxLength: 12 });
	holdsFor(fc.tuple(someHashes, someTakes, someHashes), ([then, takes, now]) => {
		const all = then.map((hash, number) => ({ number, hash, outcome: number }));
		const kept = all.filter(({ number }) => takes[number] === true);
		const matched = matchKept(kept, now);
		for (const hash of ['a', 'b', 'c']) {
			const places = [...now.keys()].filter((index) => now[index] === hash);
			const numbers = kept.filter((each) => each.hash === hash).map(({ number }) => number);
			const inPlace = numbers.filter((number) => places.includes(number));
			const moved = numbers.filter((number) => !inPlace.includes(number));
			const free = places.filter((index) => !inPlace.includes(index));
			const expected = [
				...inPlace.map((number) => [number, number]),
				...free.slice(0, moved.length).map((index, turn) => [index, moved[turn]]),
			];
			const found = places.filter((index) => matched.has(index));
			expect(found.map((index) => [index, matched.get(index)])).toStrictEqual(
				expected.sort(([one = 0], [other = 0]) => one - other),
			);
		}
	});
});
