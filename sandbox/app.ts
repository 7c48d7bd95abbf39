import fastify, { type FastifyInstance } from 'fastify';
import { endpoints } from './api/endpoints.ts';
import { answerErrors, sendError } from './api/errors.ts';
import { ChoiceSwitches, type Choices } from './choices.ts';
import { control } from './control/control.ts';
import { FaultInjector } from './faults/injector.ts';
import type { FaultSettingsInput } from './faults/rule.ts';
import { logRequests } from './log/hooks.ts';
import { RequestLog, type LogLimits } from './log/requestLog.ts';
import { pages } from './pages/pages.ts';
import { seed, type Seeded, type SeedOptions } from './seed.ts';
import { openStore, type Store } from './store/store.ts';

export interface SandboxOptions {
	/** path of an SQLite file to keep the data in; in memory without one */
	readonly data?: string;
	/** what to fix of the account, token and forms that are made at the start */
	readonly seed?: SeedOptions;
	/** how to fill the gaps of the interface, where not by default */
	readonly choices?: Partial<Choices>;
	/** what is to go wrong from the start; nothing by default */
	readonly faults?: FaultSettingsInput;
	/** a path that stands before `/api/v1`, such as `/service`; none by default */
	readonly basePath?: string;
	/** the largest body that is taken, in bytes; 64 MiB by default */
	readonly bodyLimit?: number;
	/** how much the request log keeps */
	readonly log?: Partial<LogLimits>;
	/** milliseconds of a clock that never goes back, for limits and the spans of faults */
	readonly clock?: () => number;
	/** the clock for created, updated, deleted and cancelled times */
	readonly now?: () => Date;
}

export interface Sandbox {
	readonly app: FastifyInstance;
	readonly store: Store;
	readonly seeded: Seeded;
	readonly choices: ChoiceSwitches;
	readonly faults: FaultInjector;
	readonly log: RequestLog;
	/**
	 * Listens on 127.0.0.1.
	 * @param port 0, the default, takes a free one
	 * @returns the address, without a slash at its end
	 */
	listen(port?: number): Promise<string>;
	/** Ends every connection at once, hanging ones too, and closes the store. */
	close(): Promise<void>;
}

/**
 * Builds a stand-in for the service, seeded and ready to be injected into or to listen.
 * @throws ZodError where the seed, the choices or the faults are not of their shapes
 */
export async function buildSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const choices = new ChoiceSwitches();
	choices.set(options.choices ?? {});
	const faults = new FaultInjector(options.clock);
	faults.set(options.faults ?? {});
	const log = new RequestLog({ entries: 20_000, bodyBytes: 65_536, ...options.log });
	const store = openStore(options.data ?? ':memory:', options.now ?? (() => new Date()));
	const seeded = await seed(store, options.seed ?? {});
	const app = fastify({
		bodyLimit: options.bodyLimit ?? 64 * 1024 * 1024,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		// Node.js refuses more than 16 KiB of them; there are access tokens of 60 KB, percent-encoded in
		// the query too.
		http: { maxHeaderSize: 1024 * 1024 },
		frameworkErrors: (error, request, reply) => {
			log.open(request.raw, reply.raw);
			sendError(error, request, reply);
		},
	});
	answerErrors(app);
	app.addHook('onClose', () => {
		store.close();
	});
	logRequests(app, log);
	const context = { store, choices, faults, log };
	await app.register(
		(api, _options, done) => {
			endpoints(api, context);
			done();
		},
		{ prefix: `${options.basePath ?? ''}/api/v1` },
	);
	await app.register(
		(switches, _options, done) => {
			control(switches, context);
			done();
		},
		{ prefix: '/sandbox' },
	);
	await app.register((web, _options, done) => {
		pages(web, store);
		done();
	});
	return {
		app,
		seeded,
		...context,
		listen: (port = 0) => app.listen({ host: '127.0.0.1', port }),
		close: () => app.close(),
	};
}
