import { accountAddsUp } from './account.ts';
import { endIsTheEnd, haltHalts } from './halt.ts';
import { inFlightIsLimited } from './inFlight.ts';
import type { Law, Run } from './law.ts';
import { attemptsAreLimited, doneIsKept, unknownIsKept } from './once.ts';
import { orderIsKept } from './order.ts';
import { secretsStayHidden } from './secrets.ts';
import { doneIsStored, storedIsTold, storedOnce, unknownIsNotRepeated } from './stored.ts';
import { doubtIsTold, noIsTold } from './told.ts';

/** What must hold of every run, by name. */
export const laws = {
	doneIsStored,
	storedOnce,
	unknownIsNotRepeated,
	storedIsTold,
	doubtIsTold,
	noIsTold,
	accountAddsUp,
	inFlightIsLimited,
	orderIsKept,
	secretsStayHidden,
	haltHalts,
	endIsTheEnd,
	doneIsKept,
	unknownIsKept,
	attemptsAreLimited,
} satisfies Record<string, Law>;

export type LawName = keyof typeof laws;

/** Something that does not hold of a run. */
export interface Violation {
	readonly law: LawName;
	readonly text: string;
}

/** Holds every law against a run. */
export function violationsOf(run: Run): Violation[] {
	return Object.entries(laws).flatMap(([law, holds]) =>
		holds(run).map((text) => ({ law: law as LawName, text })),
	);
}
