import { sleep } from 'n8n-workflow';

/** Time and chance, in one place, so that a test can hold them. All times are in milliseconds. */
export const clock = {
	/** A clock that only goes forward, for spans. */
	now: (): number => performance.now(),
	/** The wall clock, for dates that a service names. */
	date: (): number => Date.now(),
	/** Waits; 0 lets everything else have its turn once. */
	sleep: async (span: number): Promise<void> => {
		await sleep(span);
	},
	/** A number from 0 up to, and not including, 1. */
	random: (): number => Math.random(),
};
