/** One limit of a service. All times are in milliseconds. */
export interface Rule {
	/** Whether it has room for one more. */
	allows(now: number): boolean;
	take(now: number): void;
	/** A taken request is over. */
	release(): void;
	/** One was refused. */
	refuse(): void;
	/** How many more it allows, and when it allows more. */
	quota(now: number): { readonly remaining: number; readonly reset: number };
	/** The least time in which it lets so many through. */
	optimum(count: number, work: number): number;
}

const nothing = () => undefined;

/**
 * Tokens that come evenly, up to a store of them.
 *
 * @param perSecond how many come
 * @param burst how many are stored
 * @param cost how many a refused request takes
 */
export function bucket(perSecond: number, burst: number, cost = 0): Rule {
	const rate = perSecond / 1000;
	let tokens = burst;
	let filledAt = 0;
	const fill = (now: number) => {
		tokens = Math.min(burst, tokens + (now - filledAt) * rate);
		filledAt = now;
	};
	return {
		allows(now) {
			fill(now);
			return tokens >= 1;
		},
		take() {
			tokens--;
		},
		release: nothing,
		refuse() {
			tokens = Math.max(-burst, tokens - cost);
		},
		quota(now) {
			fill(now);
			return { remaining: Math.max(0, Math.floor(tokens)), reset: Math.max(0, 1 - tokens) / rate };
		},
		optimum: (count) => Math.max(0, count - burst) / rate,
	};
}

/**
 * So many in each span.
 *
 * @param begins a span begins with the first request after the last one's end, or by the clock
 */
export function fixedWindow(
	limit: number,
	span: number,
	begins: 'byRequest' | 'byClock' = 'byClock',
): Rule {
	let start = -Infinity;
	let used = 0;
	const turn = (now: number) => {
		if (now - start < span) return;
		start = begins === 'byRequest' || start === -Infinity ? now : now - ((now - start) % span);
		used = 0;
	};
	return {
		allows(now) {
			turn(now);
			return used < limit;
		},
		take() {
			used++;
		},
		release: nothing,
		refuse: nothing,
		quota(now) {
			turn(now);
			return { remaining: limit - used, reset: start + span - now };
		},
		optimum: (count) => Math.floor((count - 1) / limit) * span,
	};
}

/** A rule of which somebody has used a part when the run begins. */
export function used(rule: Rule, count: number): Rule {
	for (let taken = 0; taken < count; taken++) if (rule.allows(0)) rule.take(0);
	return { ...rule, optimum: (wanted, work) => rule.optimum(wanted + count, work) };
}

/** So many in any span. */
export function slidingWindow(limit: number, span: number): Rule {
	const taken: number[] = [];
	const forget = (now: number) => {
		while (now - (taken[0] ?? now) >= span) taken.shift();
	};
	return {
		allows(now) {
			forget(now);
			return taken.length < limit;
		},
		take(now) {
			taken.push(now);
		},
		release: nothing,
		refuse: nothing,
		quota(now) {
			forget(now);
			return { remaining: limit - taken.length, reset: (taken[0] ?? now) + span - now };
		},
		optimum: (count) => Math.floor((count - 1) / limit) * span,
	};
}

/** So many at once. */
export function inFlight(most: number): Rule {
	let open = 0;
	return {
		allows: () => open < most,
		take() {
			open++;
		},
		release() {
			open--;
		},
		refuse: nothing,
		quota: () => ({ remaining: most - open, reset: 0 }),
		optimum: (count, work) => Math.ceil(count / most) * work,
	};
}

/**
 * A rule that another client uses too, as much as it gets.
 *
 * @param perSecond how often the other one asks
 * @param share how much of the limit is left for us when both ask
 */
export function shared(rule: Rule, perSecond: number, share: number): Rule {
	let asked = 0;
	const letOtherAsk = (now: number) => {
		for (; asked <= now; asked += 1000 / perSecond) if (rule.allows(asked)) rule.take(asked);
	};
	return {
		...rule,
		allows(now) {
			letOtherAsk(now);
			return rule.allows(now);
		},
		optimum: (count, work) => rule.optimum(Math.round(count / share), work),
	};
}
