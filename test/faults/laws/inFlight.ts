import type { Law } from './law.ts';
import { lanesOf } from './law.ts';

/** Never more requests are in flight than the user allows. */
export const inFlightIsLimited: Law = ({ plan, sent }) => {
	const lanes = lanesOf(plan);
	return sent.flatMap(({ beside }, index) =>
		beside.length >= lanes
			? [`${beside.length} requests are in flight when the ${index + 1}th begins, of ${lanes}`]
			: [],
	);
};
