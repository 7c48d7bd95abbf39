import type { Limits } from '../response/limits';

/** A limit that an answer tells of is believed for so long, in milliseconds. */
const LONGEST_BELIEF = 60_000;

/** Spans are told in whole seconds: by more than one, the room comes later, as it does where a window slides. */
const ROUNDING = 1000;

/** What the service tells of how many more requests it takes. All times are in milliseconds. */
export interface Quota {
	/** When one more may start. */
	dueAt(now: number, underWay: number): number;
	/** Takes in what an answer tells. */
	note(limits: Limits, now: number): void;
	/** It accepted one when it was said to have no room, or may have: what it told is void. */
	forget(): void;
}

/**
 * Keeps what the service told last.
 *
 * What is under way may be counted in what was told, or not yet: it is taken for not yet. With each
 * answer less is under way, so that nothing of the quota is lost for long.
 */
export function createQuota(): Quota {
	let room = Infinity;
	let roomUntil = 0;
	return {
		dueAt: (now, underWay) => (now < roomUntil && underWay >= room ? roomUntil : now),
		note({ remaining, reset }, now) {
			if (remaining === undefined || reset === undefined) return;
			const until = now + Math.min(reset, LONGEST_BELIEF);
			const isNew = now >= roomUntil || (remaining <= room && until > roomUntil + ROUNDING);
			room = isNew ? remaining : Math.min(room, remaining);
			roomUntil = isNew ? until : Math.min(roomUntil, until);
		},
		forget() {
			roomUntil = 0;
		},
	};
}
