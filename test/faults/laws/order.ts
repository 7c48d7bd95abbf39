import type { Seen } from '../facts.ts';
import type { Law } from './law.ts';
import { isUnderWay } from './law.ts';

/** Requests for the same submission go in the order of their items, in each try, never side by side. */
export const orderIsKept: Law = ({ plan, facts }) => {
	const addressed = facts.seen.flatMap(({ submission }) => submission ?? []);
	const bySubmission = [...new Set(addressed)].map(
		(submission) =>
			[submission, facts.seen.filter((seen) => seen.submission === submission)] as const,
	);
	return bySubmission.flatMap(([submission, requests]) => [
		...requests.flatMap((request, position) => {
			const sideBySide = requests
				.slice(0, position)
				.filter((earlier) => isUnderWay(plan, earlier, request.startedAt));
			return sideBySide.length > 0
				? [`Two requests for ${submission} are under way at request ${request.sequence}`]
				: [];
		}),
		...outOfOrder(requests).map(
			([earlier, later]) => `For ${submission}, item ${earlier} is sent before item ${later}`,
		),
	]);
};

function outOfOrder(requests: readonly Seen[]): (readonly [number, number])[] {
	const known = requests.filter(isKnown);
	return known.flatMap((request, position) => {
		const earlier = known[position - 1];
		return earlier?.tryNumber === request.tryNumber && earlier.item > request.item
			? [[earlier.item, request.item] as const]
			: [];
	});
}

function isKnown(seen: Seen): seen is Seen & { readonly item: number } {
	return seen.item !== undefined;
}
