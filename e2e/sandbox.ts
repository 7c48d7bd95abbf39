import { join } from 'node:path';
import { z } from 'zod';
import { withThisNode } from './node24.ts';
import { projectFolder } from './nodePackage.ts';
import { startService, untilReady, type Service } from './service.ts';

const madeSchema = z.object({
	address: z.string(),
	pages: z.string(),
	username: z.string(),
	password: z.string(),
	token: z.string(),
	forms: z.array(z.object({ permalink: z.string(), name: z.string() })),
});

const submissionSchema = z.object({
	permalink: z.string(),
	form: z.string(),
	data: z.record(z.unknown()),
	revision: z.number(),
	deleted: z.string().nullable(),
});

const requestSchema = z.object({
	sequence: z.number(),
	method: z.string(),
	url: z.string(),
	status: z.number().optional(),
	body: z.string(),
	stored: z.string().optional(),
	fault: z.string().optional(),
	credentials: z.array(z.string()).optional(),
});

const logSchema = z.object({
	inFlight: z.number(),
	peakInFlight: z.number(),
	entries: z.array(requestSchema),
});

/** What a sandbox made at its start: addresses, account, token, forms. */
export type Made = z.output<typeof madeSchema>;

/** A submission as the sandbox's own store has it; `deleted` is the time of its end. */
export type KeptSubmission = z.output<typeof submissionSchema>;

/** A request to the interface as the sandbox received it, credentials masked. */
export type ReceivedRequest = z.output<typeof requestSchema>;

/** The requests to the interface since the log was last cleared, and how many at once at most. */
export type ReceivedRequests = z.output<typeof logSchema>;

/** How a sandbox is started. */
export interface SandboxOptions {
	/** Folder of its log file. */
	readonly folder: string;
	/** A free port unless told. */
	readonly port?: number;
	/** Further arguments of `sandbox/main.ts`, such as `--choice`, `update=full`. */
	readonly args?: readonly string[];
}

/** A sandbox that answers. */
export interface RunningSandbox extends Service {
	readonly made: Made;
	/** Every submission of every form, deleted ones too, in the order of their creation. */
	submissions(): Promise<KeptSubmission[]>;
	/** The requests that it received since its log was last cleared. */
	received(): Promise<ReceivedRequests>;
	/** Clears its log of requests. */
	forgetReceived(): Promise<void>;
	/**
	 * Sets one of its switches.
	 *
	 * @param kind `choices` fill gaps of the interface otherwise, `faults` let things go wrong
	 * @param settings those to change; undefined goes back to the start
	 */
	set(kind: 'choices' | 'faults', settings: object | undefined): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

/**
 * Starts the sandbox with its sample forms and waits until it listens.
 *
 * @throws Error with the end of its log when it does not
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
	let made: Made | undefined;
	const service = await startService({
		name: 'The sandbox',
		command: [
			process.execPath,
			join(projectFolder, 'sandbox', 'main.ts'),
			'--json',
			'--port',
			String(options.port ?? 0),
			...(options.args ?? []),
		],
		cwd: options.folder,
		env: withThisNode(process.env),
		logFile: join(options.folder, 'sandbox.log'),
		onLine: (line) => {
			made ??= madeSchema.parse(JSON.parse(line));
		},
	});
	try {
		await untilReady(service, () => Promise.resolve(made !== undefined), READY_WITHIN_MS);
	} catch (error) {
		await service.stop(0);
		throw error;
	}
	if (made === undefined) throw new Error('The sandbox is ready and said nothing');
	const { pages } = made;
	const control = async (method: string, path: string, body?: object): Promise<Response> => {
		const response = await fetch(`${pages}/sandbox${path}`, {
			method,
			...(body === undefined
				? {}
				: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		if (response.ok) return response;
		const reason = await response.text();
		throw new Error(`The sandbox answered ${response.status} to ${method} ${path}: ${reason}`);
	};
	return {
		...service,
		made,
		submissions: async () =>
			z.array(submissionSchema).parse(await (await control('GET', '/submissions')).json()),
		received: async () => logSchema.parse(await (await control('GET', '/log')).json()),
		forgetReceived: async () => {
			await control('DELETE', '/log');
		},
		set: async (kind, settings) => {
			await (settings === undefined
				? control('DELETE', `/${kind}`)
				: control('PUT', `/${kind}`, settings));
		},
	};
}
