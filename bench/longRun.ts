import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { projectFolder } from '../e2e/nodePackage.ts';
import type { StoredWorkflow } from '../e2e/editor.ts';
import { contenderNames, measuredNode } from './contenders.ts';
import type { Inspector } from './inspector.ts';
import { batchWorkflow, callingWorkflow, loopWorkflow, type LoopSize } from './loopWorkflow.ts';
import { describeMachine, load } from './machine.ts';
import { setDelay } from './measure.ts';
import { readProcessUse } from './processUse.ts';
import { openStand, type Seat, type Stand } from './stand.ts';
import { CREATE_FIELDS, type Task } from './task.ts';
import { TRIGGER } from './taskWorkflow.ts';

const HELP = `Usage: node bench/longRun.ts [options]

Creates many submissions in a loop of batches and looks at n8n's memory on the way.

  --items <number>    100000 unless given
  --batch <number>    1000 unless given
  --shape <name>      loop: one execution; calls: each batch in an execution of its own
  --contender <name>  ${contenderNames.join(' | ')} (submissions unless given)
  --beside <folder>   where the contender named earlier is, built
  --out <file>        where the figures go (docs/performance-long-<shape>.json)
`;

const { values } = parseArgs({
	options: {
		help: { type: 'boolean', default: false },
		items: { type: 'string', default: '100000' },
		batch: { type: 'string', default: '1000' },
		shape: { type: 'string', default: 'loop' },
		contender: { type: 'string', default: 'submissions' },
		beside: { type: 'string' },
		out: { type: 'string' },
	},
});

/** How things stood when so many items were done. */
interface Stage {
	readonly items: number;
	readonly seconds: number;
	/** What n8n's JavaScript heap held right after a collection, in bytes. */
	readonly heapBytes: number;
	/** Resident memory of n8n's process, in bytes. */
	readonly residentBytes: number;
}

const STAGES = 10;
const LOOK_EVERY_MS = 1_000;

const logSchema = z.object({ entries: z.array(z.object({ sequence: z.number() })) });
const heapSchema = z.object({ result: z.object({ value: z.number() }) });

async function liveHeap(inspector: Inspector): Promise<number> {
	await inspector.call('HeapProfiler.collectGarbage');
	const expression = 'process.memoryUsage().heapUsed';
	return heapSchema.parse(await inspector.call('Runtime.evaluate', { expression })).result.value;
}

/** Counts the requests that the service received, without ever asking for one twice. */
function requestCounter(stand: Stand): () => Promise<number> {
	const { pages } = stand.sandbox().made;
	let seen = 0;
	return async () => {
		const response = await fetch(`${pages}/sandbox/log?since=${String(seen)}`);
		const { entries } = logSchema.parse(await response.json());
		seen = entries.at(-1)?.sequence ?? seen;
		return seen;
	};
}

async function importShape(stand: Stand, seat: Seat, size: LoopSize): Promise<StoredWorkflow> {
	const contender = contenderNames.find((name) => name === values.contender);
	if (contender === undefined) throw new Error(`There is no contender ${values.contender}`);
	const task: Task = {
		operation: 'create',
		items: size.batch,
		fields: CREATE_FIELDS,
		delayMs: 0,
		atOnce: 10,
	};
	const measured = measuredNode(contender, task, stand.target);
	if (values.shape === 'loop') {
		return await seat.editor.createWorkflow(loopWorkflow(size, measured));
	}
	const called = await seat.editor.createWorkflow(batchWorkflow(size, measured));
	await seat.editor.publish(called);
	return await seat.editor.createWorkflow(callingWorkflow(size, called.id));
}

async function perform(): Promise<void> {
	const size = { items: Number(values.items), batch: Number(values.batch) };
	const stand = await openStand(console.log, values.beside);
	try {
		const seat = await stand.openSeat('long');
		await setDelay(stand, 0);
		const workflow = await importShape(stand, seat, size);
		const received = requestCounter(stand);
		const loadAtStart = load();
		const stages: Stage[] = [];
		const started = performance.now();
		const stage = async (items: number): Promise<void> => {
			const heapBytes = await liveHeap(seat.inspector);
			const { residentBytes } = readProcessUse(seat.n8n.pid);
			const seconds = Math.round((performance.now() - started) / 1_000);
			stages.push({ items, seconds, heapBytes, residentBytes });
			console.log(
				`${items.toLocaleString('en')} items after ${String(seconds)} s: heap ${(heapBytes / 1e6).toFixed(0)} MB, resident ${(residentBytes / 1e6).toFixed(0)} MB`,
			);
			const machine = await describeMachine(stand.installed);
			const file =
				values.out ?? join(projectFolder, 'docs', `performance-long-${values.shape}.json`);
			const found = { machine, loadAtStart, shape: values.shape, ...size, stages };
			await writeFile(file, `${JSON.stringify(found, null, 2)}\n`);
		};
		await stage(0);
		await seat.editor.start(workflow, TRIGGER);
		for (let next = size.items / STAGES; next <= size.items; next += size.items / STAGES) {
			while ((await received()) < next) {
				if (!seat.n8n.running()) throw new Error('n8n ended in the middle');
				await wait(LOOK_EVERY_MS);
			}
			await stage(next);
		}
	} finally {
		await stand.close();
	}
}

if (values.help) console.log(HELP);
else await perform();
