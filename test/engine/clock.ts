export const { clock } = requireOutside(
	`${packageFolder}/dist/nodes/Submissions/delivery/clock.js`,
);

const original = { ...clock };

/**
 * Lets the built node wait no longer than one turn of the event loop, and has every back-off come out
 * at its longest.
 *
 * @returns the waits that the node asked for, in milliseconds, as they come
 */
export function skipWaits(): number[] {
	const waits: number[] = [];
	let skipped = 0;
	clock.sleep = async (span) => {
		if (span > 0) waits.push(span);
		await original.sleep(0);
		skipped += span;
	};
	clock.now = () => original.now() + skipped;
	clock.date = () => original.date() + skipped;
	clock.random = () => 1;
	return waits;
}

/** Gives the built node its own clock back. */
export function restoreClock(): void {
	Object.assign(clock, original);
}
