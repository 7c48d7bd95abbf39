import { sleep } from 'n8n-workflow';

/** Time and chance, in one place, so that a test can hold them. All times are in milliseconds. */
export const clock = {
	/** A clock that only goes forward, for spans. */
	now: (): number => performance.now(),
	/** The wall clock, for dates that a service names. */
	date: (): number => Date.now(),
	/**
	 * Waits; 0 lets everything else have its turn once.
	 *
	 * @param span milliseconds
	 * @param ended ends the wait before its time, and leaves no timer behind
	 */
	sleep: async (span: number, ended?: AbortSignal): Promise<void> => {
		await (ended === undefined ? sleep(span) : sleepUntil(span, ended));
	},
	/** A number from 0 up to, and not including, 1. */
	random: (): number => Math.random(),
};

/**
 * n8n lets no node make timers of its own, and its own sleep can't be ended early. The timer of a signal
 * goes with the signal, but does not keep a process up that has nothing else to do; an open port does.
 */
async function sleepUntil(span: number, ended: AbortSignal): Promise<void> {
	const { port1 } = new MessageChannel();
	port1.ref();
	const deadline = AbortSignal.timeout(Math.ceil(span));
	await new Promise<void>((resolve) => {
		const wake = () => {
			deadline.removeEventListener('abort', wake);
			ended.removeEventListener('abort', wake);
			resolve();
		};
		deadline.addEventListener('abort', wake);
		ended.addEventListener('abort', wake);
		if (ended.aborted) wake();
	});
	port1.close();
}
