import type { Seen } from '../facts.ts';
import type { Law } from './law.ts';

/** Requests for the same submission go in the order of their items, in each try, never side by side. */
export const orderIsKept: Law = ({ facts }) => {
	const addressed = facts.seen.flatMap(({ submission }) => submission ?? []);
	const bySubmission = [...new Set(addressed)].map(
		(submission) =>
			[submission, facts.seen.filter((seen) => seen.submission === submission)] as const,
	);
	return bySubmission.flatMap(([submission, requests]) => [
		...requests.flatMap(({ sequence, atClient: { beside } }) =>
			requests.some(({ number }) => beside.includes(number))
				? [`Two requests for ${submission} are under way at request ${sequence}`]
				: [],
		),
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
