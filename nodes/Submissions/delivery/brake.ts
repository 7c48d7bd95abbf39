import type { StopReason } from '../response/failure';
import type { StopCode } from '../response/failureWords';
import { clock } from './clock';

/** Ends a run early: nothing new is sent, and whoever waits is woken. */
export interface Brake {
	/** Why the run ends; undefined while it goes on. The first reason stays. */
	readonly reason: StopReason | undefined;
	/** @param span a time that belongs to the reason, in words */
	pull(code: StopCode, span?: string): void;
	/** Is aborted when it is pulled. */
	readonly signal: AbortSignal;
	/**
	 * Waits, at most until the brake is pulled.
	 *
	 * @param span milliseconds
	 */
	wait(span: number): Promise<void>;
	/** Once the run is over: lets go of n8n's signal, and of every timer. */
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
	const pull = (code: StopCode, span = '') => {
		reason ??= { code, span };
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
			pulled.abort();
			cancelSignal?.removeEventListener('abort', cancel);
		},
	};
}
