import type { StopReason } from '../response/failure';
import { clock } from './clock';

/** Ends a run early: nothing new is sent, and whoever waits is woken. */
export interface Brake {
	/** Why the run ends; undefined while it goes on. The first reason stays. */
	readonly reason: StopReason | undefined;
	pull(reason: StopReason): void;
	/** Is aborted when it is pulled. */
	readonly signal: AbortSignal;
	/**
	 * Waits, at most until the brake is pulled.
	 *
	 * @param span milliseconds
	 */
	wait(span: number): Promise<void>;
	/** Lets go of n8n's signal, once the run is over. */
	release(): void;
}

/**
 * Makes the brake of one run.
 *
 * @param cancelSignal n8n's signal that the execution was cancelled, which pulls it too
 */
export function createBrake(cancelSignal: AbortSignal | undefined): Brake {
	let reason: StopReason | undefined;
	const pulled = new AbortController();
	const pull = (why: StopReason) => {
		reason ??= why;
		pulled.abort();
	};
	const cancel = () => {
		pull('cancelledBefore');
	};
	if (cancelSignal?.aborted === true) cancel();
	cancelSignal?.addEventListener('abort', cancel, { once: true });
	return {
		get reason() {
			return reason;
		},
		pull,
		signal: pulled.signal,
		async wait(span) {
			if (reason === undefined) await clock.sleep(span, pulled.signal);
		},
		release() {
			cancelSignal?.removeEventListener('abort', cancel);
		},
	};
}
