import type { INodeParameters } from 'n8n-workflow';

import { TOKEN } from '../engine/service.ts';
import type { Chance } from '../faults/chance.ts';
import { chanceOf } from '../faults/chance.ts';
import type { PlannedAnswer, Text } from './answer.ts';
import { NUMBER } from './answer.ts';

/** One run of the campaign, drawn from its seed. */
export interface Plan {
	readonly seed: number;
	readonly operation: 'create' | 'delete' | 'get' | 'update';
	readonly count: number;
	readonly onError: 'stopWorkflow' | 'continueRegularOutput';
	readonly options: INodeParameters;
	readonly answer: PlannedAnswer;
	/** What each input item holds besides the addresses; undefined for a harmless one. */
	readonly item: PlannedItem | undefined;
	readonly mode: 'autoMap' | 'json' | 'jsonText';
}

/** A field of an input item that is made to be bad. */
export interface PlannedItem {
	readonly key: Text;
	/** What the value is made of: one text, a list of many, or itself again and again; or the key many times. */
	readonly value: 'text' | 'list' | 'rows' | 'deep' | 'shared' | 'keys' | 'names';
	readonly text: Text;
	readonly times: number;
}

/** In bytes, but for a few drawn at the bound. */
export const LARGEST = 4_000_000;
const HUGE = 17_000_000;

/** What a name and a list may be multiplied, as Form writes them: each of them is a small part of it. */
const MULTIPLIED = 1_000_000_000;

/** Answers that come together are more than one after another. */
const AT_ONCE = 20;

/** How long an answer that never comes is waited for, in milliseconds. */
const SHORT = 250;

/** Draws a run. @param seed a whole number from 0; the same seed draws the same run */
export function makePlan(seed: number): Plan {
	const chance = chanceOf(seed);
	const attacksByItem = chance.happens(0.3);
	const answer = attacksByItem ? HARMLESS : drawAnswer(chance);
	const waits = answer.then === 'nothing' || answer.status < 200;
	const operation = chance.pick<Plan['operation']>(
		attacksByItem ? ['create', 'update'] : ['create', 'delete', 'get', 'update'],
	);
	return {
		seed,
		operation,
		count: tellsOfLimits(answer) ? 1 : chance.happens(0.05) ? AT_ONCE : chance.whole(1, 4),
		onError: chance.happens(0.2) ? 'stopWorkflow' : 'continueRegularOutput',
		options: {
			maxAttempts: 1,
			maxWait: 0,
			timeout: waits ? SHORT : 60_000,
			requestsAtOnce: AT_ONCE,
			output: chance.pick(['simplified', 'raw', 'full']),
			...(chance.happens(0.7) && { bodyFormat: chance.pick(['json', 'form', 'multipart']) }),
			...(chance.happens(0.3) && { arrayFormat: 'brackets' }),
			...(chance.happens(0.1) && { wrapIn: 'a.'.repeat(chance.whole(1, 400)) }),
			...(chance.happens(0.1) && { returnFields: 'a, data, errors, x'.repeat(chance.whole(1, 9)) }),
		},
		answer,
		item: attacksByItem ? drawItem(chance) : undefined,
		mode: chance.pick(['autoMap', 'json', 'jsonText']),
	};
}

const EMPTY: Text = { start: '', piece: '', times: 0, end: '' };

const HARMLESS: PlannedAnswer = {
	status: 200,
	headers: [['Content-Type', 'application/json']],
	body: { ...EMPTY, start: '{"permalink":"kL9mN1pQ3r"}' },
	encoding: 'utf8',
	packing: 'none',
	framing: 'length',
	share: 1,
	then: 'end',
};

function drawAnswer(chance: Chance): PlannedAnswer {
	const isCut = chance.happens(0.15);
	return {
		status: chance.happens(0.6)
			? chance.pick([101, 200, 201, 202, 400, 404, 409, 422, 422, 422, 500, 503])
			: chance.whole(100, 999),
		headers: [...drawType(chance), ...drawHeaders(chance)],
		body: drawBody(chance),
		encoding: chance.happens(0.9) ? 'utf8' : chance.pick(['latin1', 'utf16le']),
		packing: chance.happens(0.8) ? 'none' : chance.pick(['gzip', 'deflate', 'br', 'pretended']),
		framing: chance.pick(['length', 'chunked', 'close']),
		share: isCut ? chance.number() : 1,
		then: isCut && chance.happens(0.3) ? 'nothing' : 'end',
	};
}

function drawType(chance: Chance): (readonly [string, string])[] {
	if (chance.happens(0.2)) return [];
	const type = chance.pick(['application/json', 'text/html', 'text/plain', 'a/b+json', ';;']);
	const charset = chance.pick(['utf-8', 'utf-16le', 'gb18030', 'shift_jis', 'latin1', 'klingon']);
	return [['Content-Type', chance.happens(0.3) ? `${type}; charset=${charset}` : type]];
}

const LIMITS = ['Retry-After', 'RateLimit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

function drawHeaders(chance: Chance): (readonly [string, string])[] {
	if (chance.happens(0.6)) return [];
	const value = chance.pick([
		'0',
		'-1',
		'9'.repeat(400),
		'"a";r=0;t=1,'.repeat(90),
		'x=;'.repeat(99),
	]);
	switch (chance.whole(0, 3)) {
		case 0:
			return [[chance.pick(LIMITS), value]];
		case 1:
			return [['Location', chance.pick(['/'.repeat(6000), '//<b>@x', `https://x.io/%${value}`])]];
		case 2:
			// Together far more than a head may have, or far less.
			return Array.from({ length: chance.pick([50, 4000]) }, (_, n) => [`X-${n}`, 'x'] as const);
		default:
			return [['X-Long', 'x'.repeat(chance.pick([5000, 60_000]))]];
	}
}

function tellsOfLimits({ headers }: PlannedAnswer): boolean {
	return headers.some(([name]) => LIMITS.some((limit) => limit === name));
}

/** Sizes of all orders of magnitude; now and then one at the bound. */
function drawSize(chance: Chance): number {
	if (chance.happens(0.01)) return HUGE;
	return Math.floor(LARGEST ** chance.number());
}

type Shape = readonly [start: string, piece: string, end: string];

function drawBody(chance: Chance): Text {
	const size = drawSize(chance);
	const [start, piece, end] = chance.happens(0.5) ? chance.pick(SHAPES) : drawErrors(chance, size);
	return { start, piece, times: Math.floor(size / piece.length), end };
}

const SHAPES: readonly [Shape, ...Shape[]] = [
	['[', '0,', '0]'],
	['[', '{},', '{}]'],
	['[', '[],', '[]]'],
	['[', '"",', '""]'],
	['[', '1e400,', '0]'],
	['[', '12345678901234567890,', '0]'],
	['{"a":', '9', '}'],
	['{"a":0.', '9', '}'],
	['', '[', ''],
	['', '{"a":', ''],
	['{"a":"', '\\u0041', '"}'],
	['{"a":"', '\\\\', '"}'],
	['{"a":"', '\\"', ''],
	['"', '%25%2525&amp;&#x41;', '"'],
	['[', '\n', '1]'],
	['[', '\n', 'x'],
	['', ' ', 'x'],
	['', '\0', ''],
	['', '\u00ff', ''],
	['', '<!-- -->', '<p>'],
	['<html><title>', '<b>x ', '</title>'],
	['<?xml ', '<title', '>'],
	['', '{"permalink":"kL9mN1pQ3r"}', ''],
	['{"x":{"permalink":"kL9mN1pQ3r"', ',"a":{"permalink":"aaaaaaaaaa"}', '}}'],
	['{"success":false,"message":"', 'no <b>', '"}'],
	['', '"\\', ''],
	['<<<script>', '>', TOKEN],
	['{"permalink":"kL9mN1pQ3r","data":"', 'x', '"}'],
];

/** Refusals in the shapes that services give them, each with a long key, many entries or long words. */
function drawErrors(chance: Chance, size: number): Shape {
	const key = drawWord(chance, size);
	const group = chance.pick(['errors', 'details', 'violations', 'modelState', 'data']);
	const entry = chance.pick([
		'{"a":"x"},',
		'{},',
		'"x",',
		'["x"],',
		`{"field":"${key.slice(0, 9000)}","message":"x"},`,
		`"${key.slice(0, 9000)}",`,
		'{"loc":["body","a"],"msg":"<a href=x>"},',
		'{"source":{"pointer":"/data/attributes/a"},"detail":"x"},',
	]);
	return chance.pick<Shape>([
		[`{"${group}":{"${key}":[`, entry, '0]}}'],
		[`{"${group}":[`, entry, '0]}'],
		[`{"${group}":{`, `"${key}${NUMBER}":["x"],`, '"a":["x"]}}'],
		['{', `"${key}${NUMBER}":{"a":"x"},`, '"a":0}'],
		[`{"${key}":[`, entry, '0]}'],
		[`{"${group}":{"a":{"b":{"c":{"d":{"${key}":[`, entry, '0]}}}}}}'],
		[`{"message":"${TOKEN} ${key}","${group}":[`, entry, '0]}'],
	]);
}

function drawWord(chance: Chance, size: number): string {
	const piece = chance.pick(['k', '%25', '&amp;', '\\u0041', '_-', '€', '<i>', TOKEN]);
	return piece.repeat(Math.floor(Math.min(size, 200_000) ** chance.number() / piece.length));
}

function drawItem(chance: Chance): PlannedItem {
	const size = Math.floor((chance.happens(0.2) ? MULTIPLIED : LARGEST) ** chance.number());
	const share = chance.number();
	const text = (most: number): Text => {
		const piece = chance.pick(['x', '€', '\u0001', '"', '<b>', '%', ']', '\ud83d\ude00']);
		return { ...EMPTY, piece, times: Math.floor(Math.min(LARGEST, most) / piece.length) };
	};
	return {
		key: text(size ** share),
		value: chance.pick(['text', 'list', 'rows', 'deep', 'shared', 'keys', 'names']),
		text: text(size ** chance.number()),
		times: Math.floor(Math.min(LARGEST, size ** (1 - share))),
	};
}
