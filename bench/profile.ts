import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { contenderNames } from './contenders.ts';
import type { Figures } from './figures.ts';
import { importTask, measure, setDelay } from './measure.ts';
import { profiled } from './profiler.ts';
import { selfTimes, selfTimesText } from './selfTimes.ts';
import { openStand } from './stand.ts';
import { taskLabel, type Task } from './task.ts';

const HELP = `Usage: node bench/profile.ts [options]

Takes a CPU profile of n8n while it does one task, and prints whose time it is.

  --contender <name>   ${contenderNames.join(' | ')} (submissions unless given)
  --beside <folder>    where the contender named earlier is, built
  --operation <name>   create | get (create unless given)
  --items <number>     1000 unless given
  --fields <number>    expressions of a create, 20 unless given
  --delay <ms>         of the service's answers, 20 unless given
  --at-once <number>   10 unless given
  --out <file>         keeps the profile, for a browser's developer tools
`;

const { values } = parseArgs({
	options: {
		help: { type: 'boolean', default: false },
		contender: { type: 'string', default: 'submissions' },
		beside: { type: 'string' },
		operation: { type: 'string', default: 'create' },
		items: { type: 'string', default: '1000' },
		fields: { type: 'string', default: '20' },
		delay: { type: 'string', default: '20' },
		'at-once': { type: 'string', default: '10' },
		out: { type: 'string' },
	},
});

async function profile(): Promise<void> {
	const contender = contenderNames.find((name) => name === values.contender);
	if (contender === undefined) throw new Error(`There is no contender ${values.contender}`);
	const task: Task = {
		operation: values.operation === 'get' ? 'get' : 'create',
		items: Number(values.items),
		fields: Number(values.fields),
		delayMs: Number(values.delay),
		atOnce: Number(values['at-once']),
	};
	const stand = await openStand(console.log, values.beside);
	try {
		const seat = await stand.openSeat('profiled');
		await setDelay(stand, task.delayMs);
		const workflow = await importTask(stand, seat, contender, task);
		await measure(stand, seat, workflow, task);
		let figures: Figures | undefined;
		const recorded = await profiled(seat.inspector, async () => {
			figures = await measure(stand, seat, workflow, task);
		});
		if (values.out !== undefined) await writeFile(values.out, JSON.stringify(recorded));
		console.log(`\n${contender}: ${taskLabel(task)}: ${JSON.stringify(figures)}\n`);
		console.log(selfTimesText(selfTimes(recorded)));
	} finally {
		await stand.close();
	}
}

if (values.help) console.log(HELP);
else await profile();
