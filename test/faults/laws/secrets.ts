import { secretsOf } from '../plan.ts';
import type { Law } from './law.ts';

/** No secret stands anywhere in the record of the run, in whatever spelling. */
export const secretsStayHidden: Law = ({ plan, outcome, told }) => {
	const secrets = secretsOf(plan.credential).map(tellingParts);
	const thrown = told.flatMap(({ report }) => (report.kind === 'error' ? [report.error] : []));
	const texts = new Set([JSON.stringify(outcome.run), ...textsIn([outcome.run, thrown])]);
	return [...texts].flatMap((text) => {
		const read = readings(text);
		return secrets.flatMap((parts) => {
			const reading = read.find((candidate) => placeOf(candidate, parts) !== -1) ?? '';
			const start = placeOf(reading, parts);
			return start === -1 ? [] : [`The record holds ${excerpt(reading, start)}`];
		});
	});
};

/** Every text in a value, keys, hidden properties and causes included. */
function textsIn(root: unknown): Set<string> {
	const texts = new Set<string>();
	const visited = new Set<object>();
	const open = [root];
	while (open.length > 0) {
		const value = open.pop();
		if (typeof value === 'string') texts.add(value);
		if (typeof value !== 'object' || value === null || visited.has(value)) continue;
		visited.add(value);
		if (ArrayBuffer.isView(value)) {
			texts.add(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'));
			continue;
		}
		if (value instanceof Map || value instanceof Set) open.push(...value);
		for (const key of Reflect.ownKeys(value)) {
			if (typeof key === 'string') texts.add(key);
			open.push(Reflect.get(value, key));
		}
	}
	return texts;
}

/** A part of a secret that is as long as this gives it away. */
const TELLING_PART = 12;

/** Of a long secret, so many parts are looked for, from its first to its last. */
const PARTS = 20;

function tellingParts(secret: string): string[] {
	const rest = Math.max(0, secret.length - TELLING_PART);
	const starts = Array.from({ length: PARTS + 1 }, (_, part) => Math.floor((rest * part) / PARTS));
	return [...new Set(starts)].map((start) =>
		secret.slice(start, start + TELLING_PART).toLowerCase(),
	);
}

/** Where a part of a secret begins in a text; -1 where none does. */
function placeOf(text: string, parts: readonly string[]): number {
	const lower = text.toLowerCase();
	return Math.max(...parts.map((part) => lower.indexOf(part)));
}

function excerpt(text: string, start: number): string {
	return `…${text.slice(Math.max(0, start - 40), start + 80)}…`;
}

/** Not by the node's own list of encodings: what looks encoded is decoded and looked into. */
function readings(text: string): string[] {
	const unescaped = text
		.replace(/\\u([0-9a-f]{4})/gi, fromHexadecimal)
		.replace(/\\(["\\/])/g, '$1')
		.replace(/&#x([0-9a-f]+);/gi, fromHexadecimal)
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
		.replaceAll('&quot;', '"')
		.replaceAll('&amp;', '&');
	const percent = unescaped.replace(/%([0-9a-f]{2})/gi, fromHexadecimal);
	return [text, unescaped, percent, percent.replaceAll('+', ' '), ...decodedRuns(text)];
}

function fromHexadecimal(_: string, code: string): string {
	return String.fromCharCode(parseInt(code, 16));
}

/** Runs of letters that may be Base64 or hexadecimal, decoded from each place where a code can start. */
function decodedRuns(text: string): string[] {
	const runs = text.match(/[\w+/-]{10,}/g) ?? [];
	return runs.flatMap((run) => [
		...[0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
		...[0, 1].map((start) => Buffer.from(run.slice(start), 'hex').toString('latin1')),
	]);
}
