import type { Rule } from './rules.ts';
import type { Tell } from './tell.ts';
import { silent } from './tell.ts';
import type { World } from './world.ts';

/** What a service does with a request that reached it. */
export type Reply =
	| { readonly kind: 'answer'; readonly status: number; readonly headers: Record<string, string> }
	| { readonly kind: 'fault'; readonly reached: 'never' | 'perhaps' };

/** What goes wrong with a service for a while. Times in milliseconds. */
export interface Outage {
	readonly from: number;
	readonly to: number;
	readonly how: 'noConnection' | 'gateway' | 'lost';
}

/** How a service is. Spans in milliseconds. */
export interface Character {
	readonly rules: readonly Rule[];
	readonly tell?: Tell;
	/** The status of a refusal. */
	readonly status?: number;
	/** The way there and back. */
	readonly delay?: number;
	/** How long it works on a request, where so many are under way with it. */
	readonly work?: (underWay: number) => number;
	/** How far its clock is ahead. */
	readonly clockAhead?: number;
	readonly outages?: readonly Outage[];
}

/** A service in virtual time. */
export interface Service {
	/** Sends it a request for an item, by its number; undefined for a read that changes nothing. */
	readonly send: (item: number | undefined) => Promise<Reply>;
	/** How often each item was stored, by its number. */
	readonly stored: ReadonlyMap<number, number>;
	/** The most it had under way. */
	readonly peak: () => number;
}

/** The day on which every simulation begins. */
export const DATE = Date.UTC(2026, 0, 5, 12, 0, 0, 350);

/** How long after the beginning of an outage what was under way is cut off. */
const JITTER = 0.2;

export function createService(world: World, character: Character): Service {
	const { rules, tell = silent, status = 429, delay = 20, outages = [] } = character;
	const work = character.work ?? (() => 0);
	const stored = new Map<number, number>();
	let underWay = 0;
	let peak = 0;
	const travel = () => world.sleep((delay / 2) * (1 - JITTER + 2 * JITTER * world.random()));
	const outage = () => outages.find(({ from, to }) => world.now() >= from && world.now() < to);
	const headers = (isRefused: boolean) => {
		const quotas = rules.map((rule) => rule.quota(world.now()));
		// Of several limits it tells the one that is reached first.
		const least = quotas.sort(
			(one, other) => one.remaining - other.remaining || other.reset - one.reset,
		)[0];
		const date = DATE + world.now() + (character.clockAhead ?? 0);
		return tell({ isRefused, remaining: least?.remaining ?? 0, reset: least?.reset ?? 0, date });
	};
	const failing = ({ how }: Outage): Reply =>
		how === 'gateway'
			? { kind: 'answer', status: 502, headers: {} }
			: { kind: 'fault', reached: how === 'lost' ? 'perhaps' : 'never' };

	const handle = async (item: number | undefined): Promise<Reply> => {
		const trouble = outage();
		if (trouble !== undefined) return failing(trouble);
		if (item === undefined) return { kind: 'answer', status: 404, headers: {} };
		const now = world.now();
		if (!rules.every((rule) => rule.allows(now))) {
			for (const rule of rules) rule.refuse();
			return { kind: 'answer', status, headers: headers(true) };
		}
		for (const rule of rules) rule.take(now);
		const told = headers(false);
		underWay++;
		peak = Math.max(peak, underWay);
		await world.sleep(work(underWay) * (1 - JITTER + 2 * JITTER * world.random()));
		underWay--;
		for (const rule of rules) rule.release();
		stored.set(item, (stored.get(item) ?? 0) + 1);
		return { kind: 'answer', status: 201, headers: told };
	};
	return {
		stored,
		peak: () => peak,
		async send(item) {
			await travel();
			const reply = await handle(item);
			await travel();
			return reply;
		},
	};
}
