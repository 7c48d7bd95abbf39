import type { Limits } from '../response/limits';

/** A limit that an answer tells of is believed for so long, in milliseconds. */
const LONGEST_BELIEF = 60_000;

/** Spans are told in whole seconds: by more than one, the room comes later, as it does where a window slides. */
const ROUNDING = 1000;

/** What the service tells of how many more requests it takes. All times are in milliseconds. */
export interface Quota {
	/** When one more may start; Infinity where an answer is waited for. */
	dueAt(now: number, underWay: number): number;
	/** Takes in what the answer to an accepted request tells. */
	note(limits: Limits, now: number): void;
	/**
	 * Takes in what a refusal tells.
	 *
	 * @returns whether too many were sent for want of care, which tells nothing of how fast they may be
	 */
	refused(limits: Limits, now: number): boolean;
	/** It accepted one when it was said to have no room, or may have: what it told is void. */
	forget(): void;
}

/**
 * Keeps what the service told last.
 *
 * What is under way may be counted in what was told, or not yet: it is taken for not yet. With each
 * answer less is under way, so that nothing of the quota is lost for long. When the time that was told
 * has passed, all may be sent again; where that was too much once, as where the window slides, no more
 * than there was room for, or one, goes ahead to hear of the room there is.
 */
export function createQuota(): Quota {
	let room = Infinity;
	let roomUntil = 0;
	/** Whether accepted requests hear of it, without which nobody would wait to. */
	let isTold = false;
	let isCareful = false;
	const take = ({ remaining, reset }: Limits, now: number) => {
		if (remaining === undefined || reset === undefined) return false;
		const until = now + Math.min(reset, LONGEST_BELIEF);
		const isNew = now >= roomUntil || (remaining <= room && until > roomUntil + ROUNDING);
		room = isNew ? remaining : Math.min(room, remaining);
		roomUntil = isNew ? until : Math.min(roomUntil, until);
		return true;
	};
	return {
		dueAt(now, underWay) {
			if (now < roomUntil) return underWay >= room ? roomUntil : now;
			return isCareful && isTold && underWay >= Math.max(1, room) ? Infinity : now;
		},
		note(limits, now) {
			isTold = take(limits, now);
		},
		refused(limits, now) {
			const wasCareful = isCareful;
			isCareful = (take(limits, now) && limits.remaining === 0) || isCareful;
			return isTold && isCareful && !wasCareful;
		},
		forget() {
			roomUntil = 0;
		},
	};
}
