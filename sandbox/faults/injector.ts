import type { Fault, FaultKind } from './fault.ts';
import { matcher, type RequestFacts } from './matching.ts';
import { seededRandom } from './random.ts';
import { rateLimiter } from './rateLimiter.ts';
import { faultSettingsSchema, type FaultSettings, type Rule } from './rule.ts';

interface ActiveRule {
	readonly rule: Rule;
	readonly matches: (facts: RequestFacts) => boolean;
	readonly random: () => number;
	/** how many requests the rule was about */
	matched: number;
	/** how many of them it was applied to */
	applied: number;
}

/** Decides for each request whether something goes wrong with it, by rules that can be changed. */
export class FaultInjector {
	#settings: FaultSettings = faultSettingsSchema.parse({});
	#rules: readonly ActiveRule[] = [];
	#limit: (() => number) | undefined;
	#limited = 0;

	/** Whether some rule goes by field data, so that the body must be read before deciding. */
	get needsFieldData(): boolean {
		return this.#rules.some(({ rule }) => rule.match.field !== undefined);
	}

	/**
	 * Replaces all rules and starts counting anew.
	 * @param settings of the shape `FaultSettingsInput`
	 * @throws ZodError naming what is wrong
	 */
	set(settings: unknown): void {
		const checked = faultSettingsSchema.parse(settings);
		const { rules, seed, rateLimit } = checked;
		this.#settings = checked;
		this.#rules = rules.map((rule, index) => ({
			rule,
			matches: matcher(rule),
			random: seededRandom(seed + index),
			matched: 0,
			applied: 0,
		}));
		this.#limit = rateLimit && rateLimiter(rateLimit, () => performance.now());
		this.#limited = 0;
	}

	/** Removes all rules: from now on nothing goes wrong. */
	clear(): void {
		this.set({});
	}

	/**
	 * What goes wrong with this request. Every rule counts each request that it is about, whichever
	 * is applied, so that "the third create" means the same with or without other rules.
	 */
	decide(facts: RequestFacts): Fault | undefined {
		const wait = this.#limit?.() ?? 0;
		if (wait > 0) {
			this.#limited += 1;
			return { kind: 'tooMany', retryAfter: wait, asDate: false };
		}
		let chosen: ActiveRule | undefined;
		for (const active of this.#rules) {
			if (!active.matches(facts)) continue;
			active.matched += 1;
			if (isDue(active)) chosen ??= active;
		}
		if (chosen) chosen.applied += 1;
		return chosen?.rule.then;
	}

	/** The rules in force with their counts. */
	get report() {
		const { seed, rateLimit } = this.#settings;
		const rules = this.#rules.map(({ rule, matched, applied }) => ({ ...rule, matched, applied }));
		return { rules, seed, ...(rateLimit && { rateLimit, limited: this.#limited }) };
	}

	/** How many faults of each kind were applied since the rules were set. */
	get applied(): Partial<Record<FaultKind, number>> {
		const counts: Partial<Record<FaultKind, number>> = {};
		if (this.#limited > 0) counts.tooMany = this.#limited;
		for (const { rule, applied } of this.#rules) {
			const { kind } = rule.then;
			if (applied > 0) counts[kind] = (counts[kind] ?? 0) + applied;
		}
		return counts;
	}
}

function isDue({ rule: { when }, matched, random }: ActiveRule): boolean {
	// Drawn for each request, due or not, so that the choice depends on the count alone.
	const drawn = when.rate === undefined || random() < when.rate;
	return (
		drawn &&
		(when.nth?.includes(matched) ?? true) &&
		matched <= (when.first ?? Infinity) &&
		matched % (when.every ?? 1) === 0
	);
}
