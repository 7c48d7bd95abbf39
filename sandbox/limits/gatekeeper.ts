import { jsonAnswer, type Answer } from '../api/answer.ts';
import { limitHeaders } from './headers.ts';
import type { Limit } from './limit.ts';
import { limiterOf, type Limiter, type Standing } from './limiter.ts';

/** Whether a request may pass, and what its answer tells of the limits. */
export interface Admission {
	/** the answer to a request that may not pass */
	readonly refusal?: Answer;
	/** for the answer to one that may */
	readonly headers: Answer['headers'];
}

/** Lets requests pass or not, by several limits that all must hold. */
export class Gatekeeper {
	readonly #limiters: readonly (readonly [Limit, Limiter])[];
	readonly #date: () => number;
	readonly #admitted = new WeakSet();
	#refused = 0;

	/** @param date the wall clock, in milliseconds since 1970 */
	constructor(limits: readonly Limit[], date: () => number) {
		this.#limiters = limits.map((limit) => [limit, limiterOf(limit)]);
		this.#date = date;
	}

	/** How many requests did not pass. */
	get refused(): number {
		return this.#refused;
	}

	/**
	 * Asks for one request.
	 * @param request stands for it when it is over
	 * @param now milliseconds of a clock that never goes back
	 */
	admit(request: object, now: number): Admission {
		const standings = this.#limiters.map(([limit, limiter]) => ({
			limit,
			limiter,
			standing: limiter.look(now),
		}));
		const refusing = standings.find(({ standing }) => !standing.passes);
		for (const { limit, limiter } of standings) {
			// One that is refused is never under way.
			if (!refusing || (limit.refusalsCost && limit.kind !== 'inFlight')) limiter.count(now);
		}
		if (refusing) {
			this.#refused += 1;
			return { refusal: this.#refusal(refusing.limit, refusing.standing), headers: {} };
		}
		this.#admitted.add(request);
		const told = standings.map(({ limit, limiter }) =>
			// It passes, though it may have been the last one to do so.
			limitHeaders(limit, { ...limiter.look(now), passes: true }, this.#date()),
		);
		return { headers: joined(told) };
	}

	/** Notes that a request is over; one that did not pass changes nothing. */
	release(request: object): void {
		if (!this.#admitted.delete(request)) return;
		for (const [, limiter] of this.#limiters) limiter.release();
	}

	#refusal(limit: Limit, standing: Standing): Answer {
		return jsonAnswer(
			limit.status,
			{ error: 'too_many_requests', message: 'Too many requests. Please wait.' },
			limitHeaders(limit, standing, this.#date()),
		);
	}
}

/** Several limits stand in one field as a list (RFC 9110, section 5.3). */
function joined(all: readonly Answer['headers'][]): Answer['headers'] {
	const names = [...new Set(all.flatMap((headers) => Object.keys(headers)))];
	return Object.fromEntries(
		names.map((name) => [name, all.flatMap((headers) => headers[name] ?? []).join(', ')]),
	);
}
