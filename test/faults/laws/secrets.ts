import { readings, textsIn } from '../../engine/attacks/everyText.ts';
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
