import { setTimeout as delay } from 'node:timers/promises';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Outcome } from '../engine/engine.ts';
import { runNode } from '../engine/engine.ts';
import { locator, tokenFor } from '../engine/service.ts';
import { numbered, wireOf, written } from './answer.ts';
import type { Plan, PlannedItem } from './plan.ts';
import { LARGEST } from './plan.ts';
import type { Report } from './server.ts';
import type { HostileService } from './service.ts';
import type { Taken } from './watch.ts';
import { tidyUp, watched } from './watch.ts';

/** A run of a plan, and what it took. */
export interface Run {
	readonly plan: Plan;
	/** Undefined where it did not end. */
	readonly outcome: Outcome | undefined;
	readonly taken: Taken;
	/** All that came in: the items, and each answer as it is unpacked. */
	readonly input: number;
	/** What the bodies of all requests were together, in bytes: Form repeats long names for each value. */
	readonly sent: number;
	/** By item, how often it was heard of. */
	readonly heard: readonly number[];
	/** What was heard of after the end. */
	readonly heardLater: number;
	/** How many connections were open after the end. */
	readonly open: number;
}

/** Whoever takes so much longer than any limit of the node has no end. Milliseconds. */
const NO_END = 30_000;

/** What is on its way when the node ends is there by then, and a closed connection is heard of. Milliseconds. */
const AFTERWARDS = 10;
const LONGEST_AFTERWARDS = 1000;

export const SUBMISSION = 'kL9mN1pQ3r';

export const formOf = (index: number) => `form${String(index).padStart(6, '0')}`;

/** Carries out a plan on n8n's real engine. */
export async function carryOut(plan: Plan, service: HostileService): Promise<Run> {
	await service.prepare(plan.answer);
	const items = itemsOf(plan);
	tidyUp();
	const end = new AbortController();
	const [outcome, taken] = await watched(async () => {
		const run = runNode({
			credential: tokenFor(service.address),
			parameters: {
				operation: plan.operation,
				form: locator('={{ $json.form }}'),
				submission: locator(SUBMISSION),
				fieldDataMode: plan.mode === 'autoMap' ? 'autoMap' : 'json',
				fieldDataJson: plan.mode === 'json' ? '={{ $json.object }}' : '={{ $json.text }}',
				ignoreFields: 'form',
				options: plan.options,
			},
			items,
			onError: plan.onError,
		});
		return await Promise.race([run, delay(NO_END, undefined, { signal: end.signal })]);
	});
	end.abort();
	const { heard, announced } = await service.report();
	const later = await reportAfterwards(service);
	return {
		plan,
		outcome,
		taken,
		input: inputOf(plan, items, heard.length),
		sent: announced,
		heard: items.map((_, index) => heard.filter((line) => line.includes(formOf(index))).length),
		heardLater: later.heard.length - heard.length,
		open: later.open,
	};
}

async function reportAfterwards(service: HostileService): Promise<Report> {
	for (let waited = AFTERWARDS; ; waited += AFTERWARDS) {
		await delay(AFTERWARDS);
		const report = await service.report();
		if (report.open === 0 || waited >= LONGEST_AFTERWARDS) return report;
	}
}

function inputOf({ answer }: Plan, items: readonly INodeExecutionData[], answers: number): number {
	const { body, packing } = answer;
	const unpacked = body.start.length + body.piece.length * body.times;
	const ofAnswer = packing === 'none' ? wireOf(answer).bytes.length : unpacked;
	// All together can be more than a text may have.
	const ofItems = items.reduce((sum, { json }) => sum + JSON.stringify(json).length, 0);
	return ofItems + answers * ofAnswer;
}

function itemsOf({ count, item, mode }: Plan): INodeExecutionData[] {
	return Array.from({ length: count }, (_, index) => {
		const data = item === undefined ? { a: index } : hostile(item);
		const form = formOf(index);
		if (mode === 'autoMap') return { json: { ...data, form } };
		return {
			json: mode === 'json' ? { form, object: data } : { form, text: JSON.stringify(data) },
		};
	});
}

function hostile({ key, value, text, times }: PlannedItem): IDataObject {
	const name = written(key);
	if (value === 'names')
		return named(name, Math.min(times, MOST_NAMES, LARGEST / (name.length + 1)));
	return { [name]: valueOf(value, written(text), times) };
}

/** Many names that begin alike. */
function named(start: string, count: number): IDataObject {
	return Object.fromEntries(Array.from({ length: count }, (_, n) => [start + numbered(n), n]));
}

function valueOf(
	value: Exclude<PlannedItem['value'], 'names'>,
	text: string,
	times: number,
): IDataObject['x'] {
	switch (value) {
		case 'text':
			return text;
		case 'list':
			return Array.from({ length: times }, () => 0);
		case 'rows':
			return Array.from({ length: Math.min(times, MOST_ROWS) }, () => ({
				[text.slice(0, 40)]: [1],
			}));
		case 'deep':
			return nested(text.slice(0, 40), Math.min(times, DEEPEST));
		case 'shared':
			return shared(Math.min(times, MOST_SHARED));
		case 'keys':
			return Object.fromEntries(
				Array.from({ length: Math.min(times, MOST_KEYS) }, (_, n) => [`${n}`, null]),
			);
	}
}

/** What JSON itself can still write, for who asks how large an item is. */
const DEEPEST = 1000;
const MOST_ROWS = 500_000;

/** JavaScript names no key of an object without naming all: at so many that alone takes a tenth of a second. */
const MOST_KEYS = 1_000_000;
const MOST_NAMES = 250_000;

/** Each doubles how much it is where it is written. */
const MOST_SHARED = 19;

function nested(key: string, levels: number): IDataObject {
	let value: IDataObject = {};
	for (let level = 0; level < levels; level++) value = { [key]: value };
	return value;
}

function shared(levels: number): IDataObject {
	let value: IDataObject = {};
	for (let level = 0; level < levels; level++) value = { a: value, b: value };
	return value;
}
