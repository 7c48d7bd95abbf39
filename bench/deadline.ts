/** What was measured did not come to its end in time. */
export class GivenUp extends Error {
	constructor(what: string, ms: number) {
		super(
			`${what} did not end within ${String(Math.round(ms / 60_000))} minutes and was given up. What was measured by then is kept; --continue goes on from there.`,
		);
		this.name = 'GivenUp';
	}
}

/**
 * Waits for some work no longer than so many milliseconds.
 *
 * @param what names it in a sentence
 * @throws GivenUp when it has not ended by then; what it does by itself goes on
 */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => {
			reject(new GivenUp(what, ms));
		}, ms);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}
