import type { Law } from './law.ts';
import { isUnderWay, lanesOf } from './law.ts';

/** Never more requests are in flight than the user allows. */
export const inFlightIsLimited: Law = ({ plan, facts }) => {
	const lanes = lanesOf(plan);
	return facts.seen.flatMap(({ sequence, startedAt, inFlight }) => {
		const underWay = facts.seen.filter((request) => isUnderWay(plan, request, startedAt)).length;
		const count = Math.min(inFlight, underWay);
		return count > lanes
			? [`${count} requests are in flight at request ${sequence}, not ${lanes}`]
			: [];
	});
};
