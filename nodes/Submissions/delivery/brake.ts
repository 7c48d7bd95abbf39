import { clock } from './clock';

/** Ends a run early: nothing new is sent, and whoever waits is woken. */
export interface Brake {
	readonly pulled: boolean;
	pull(): void;
	/**
	 * Waits, at most until the brake is pulled.
	 *
	 * @param span milliseconds
	 */
	wait(span: number): Promise<void>;
}

/**
 * Makes the brake of one run.
 *
 * @param cancelSignal n8n's signal that the execution was cancelled, which pulls it too
 */
export function createBrake(cancelSignal: AbortSignal | undefined): Brake {
	let pulled = cancelSignal?.aborted ?? false;
	const wakers = new Set<() => void>();
	const pull = () => {
		pulled = true;
		for (const wake of wakers) wake();
		wakers.clear();
	};
	cancelSignal?.addEventListener('abort', pull, { once: true });
	return {
		get pulled() {
			return pulled;
		},
		pull,
		async wait(span) {
			if (pulled) return;
			let wake: () => void = () => undefined;
			const woken = new Promise<void>((resolve) => {
				wake = resolve;
				wakers.add(wake);
			});
			await Promise.race([clock.sleep(span), woken]);
			wakers.delete(wake);
		},
	};
}
