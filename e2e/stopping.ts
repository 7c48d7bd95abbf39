const LOOK_AGAIN_MS = 1_000;

/**
 * A signal that is aborted when a person or a machine asks this process to stop: Ctrl-C, SIGTERM,
 * SIGHUP, or the end of the npm that runs it (npm passes Ctrl-C on and SIGTERM not). Later requests
 * change nothing: the end is under way, and cutting it short would leave n8n running.
 */
export function stoppingSignal(): AbortSignal {
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			stop.abort();
		});
	}
	if (process.env['npm_lifecycle_event'] !== undefined) {
		const parent = process.ppid;
		const watch = setInterval(() => {
			if (process.ppid !== parent) stop.abort();
		}, LOOK_AGAIN_MS);
		watch.unref();
	}
	return stop.signal;
}
