import { Gatekeeper, type Admission } from '../limits/gatekeeper.ts';
import type { Fault, FaultKind } from './fault.ts';
import { matcher, type RequestFacts } from './matching.ts';
import { seededRandom } from './random.ts';
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
	#gatekeeper = new Gatekeeper([], Date.now);
	#setAt: number;
	readonly #now: () => number;

	/** @param now milliseconds of a clock that never goes back, for limits and for spans of time */
	constructor(now: () => number = () => performance.now()) {
		this.#now = now;
		this.#setAt = now();
	}

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
		const { rules, seed, limits } = checked;
		this.#settings = checked;
		this.#rules = rules.map((rule, index) => ({
			rule,
			matches: matcher(rule),
			random: seededRandom(seed + index),
			matched: 0,
			applied: 0,
		}));
		this.#gatekeeper = new Gatekeeper(limits, Date.now);
		this.#setAt = this.#now();
	}

	/** Removes all rules: from now on nothing goes wrong. */
	clear(): void {
		this.set({});
	}

	/**
	 * Whether the limits let a request pass.
	 * @param request stands for it when it is over
	 */
	admit(request: object): Admission {
		return this.#gatekeeper.admit(request, this.#now());
	}

	/** Notes that a request is over. */
	release(request: object): void {
		this.#gatekeeper.release(request);
	}

	/**
	 * What goes wrong with this request. Every rule counts each request that it is about, whichever
	 * is applied, so that "the third create" means the same with or without other rules.
	 */
	decide(facts: RequestFacts): Fault | undefined {
		const elapsed = this.#now() - this.#setAt;
		let chosen: ActiveRule | undefined;
		for (const active of this.#rules) {
			if (!active.matches(facts)) continue;
			active.matched += 1;
			if (isDue(active, elapsed)) chosen ??= active;
		}
		if (chosen) chosen.applied += 1;
		return chosen?.rule.then;
	}

	/** The rules in force with their counts. */
	get report() {
		const { seed, limits } = this.#settings;
		const rules = this.#rules.map(({ rule, matched, applied }) => ({ ...rule, matched, applied }));
		return { rules, seed, ...(limits.length > 0 && { limits, limited: this.limited }) };
	}

	/** How many requests the limits did not let pass since they were set. */
	get limited(): number {
		return this.#gatekeeper.refused;
	}

	/** How many faults of each kind were applied since the rules were set. */
	get applied(): Partial<Record<FaultKind, number>> {
		const counts: Partial<Record<FaultKind, number>> = {};
		for (const { rule, applied } of this.#rules) {
			const { kind } = rule.then;
			if (applied > 0) counts[kind] = (counts[kind] ?? 0) + applied;
		}
		return counts;
	}
}

function isDue({ rule: { when }, matched, random }: ActiveRule, elapsed: number): boolean {
	const { afterMs = 0, forMs = Infinity } = when;
	// Drawn for each request, due or not, so that the choice depends on the count alone.
	const drawn = when.rate === undefined || random() < when.rate;
	return (
		drawn &&
		elapsed >= afterMs &&
		elapsed < afterMs + forMs &&
		(when.nth?.includes(matched) ?? true) &&
		matched <= (when.first ?? Infinity) &&
		matched % (when.every ?? 1) === 0
	);
}
