import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { SandboxOptions } from '../../sandbox/app.ts';
import type { RuleInput } from '../../sandbox/faults/rule.ts';
import type { LogEntry } from '../../sandbox/log/requestLog.ts';
import type { Outcome, Setup } from './engine.ts';
import { runNode } from './engine.ts';
import type { Service } from './service.ts';
import { FORM, FREE_FORM, locator, SEEDED, startService } from './service.ts';

/** A request as the service saw it. */
export interface Seen extends LogEntry {
	/** The body, read as UTF-8. */
	readonly text: string;
	/** The content type without its parameters; undefined where there was none. */
	readonly format: string | undefined;
}

/** What a rule lets happen to a request. */
export type Then = Exclude<RuleInput, string>['then'];

/** The service of a test file, and what its tests do with it. */
export interface UsedService {
	readonly service: Service;
	/** Runs the node on the form that takes anything, for one empty item where none are given. */
	run(
		parameters: INodeParameters,
		items?: readonly INodeExecutionData[],
		setup?: Partial<Setup>,
	): Promise<Outcome>;
	/** Creates a submission of each of some fields, as they are. */
	create(
		fields: IDataObject | readonly IDataObject[],
		options?: INodeParameters,
		setup?: Partial<Setup>,
	): Promise<Outcome>;
	/** Reads the submission that is there from the beginning. */
	get(options?: INodeParameters, setup?: Partial<Setup>): Promise<Outcome>;
	/** What the node says of parameters for which it sends nothing. */
	refusal(
		parameters: INodeParameters,
		items?: readonly INodeExecutionData[],
	): Promise<NonNullable<Outcome['error']>>;
	/** Lets this happen to every request. */
	answer(then: Then): void;
	/** What the service saw of the only request since the test began. */
	onlyRequest(): Seen;
	/** The numbers that requests carried since the test began or the log was cleared, in their order. */
	numbersSent(): number[];
	/** The data that the service holds of a submission in the form that takes anything. */
	stored(permalink: string | undefined): unknown;
	/** Puts a submission into the form that takes anything, and gives its permalink. */
	put(data: Readonly<Record<string, unknown>>): string;
}

/**
 * Starts a service for a test file and closes it at the end; between tests its log, faults and choices
 * are set back.
 *
 * @param options how the service differs from the usual one
 */
export function useService(options: SandboxOptions = {}): UsedService {
	let service: Service | undefined;
	const started = () => {
		if (service === undefined) throw new Error('The service is not started yet');
		return service;
	};
	beforeAll(async () => {
		service = await startService(options);
	});
	afterAll(async () => {
		await service?.close();
	});
	beforeEach(() => {
		started().log.clear();
		started().faults.set({});
		started().choices.reset();
	});
	const run: UsedService['run'] = (parameters, items, setup) =>
		runNode({
			credential: started().credential,
			...(items && { items }),
			...setup,
			parameters: { form: locator(FREE_FORM), ...parameters },
		});
	return {
		get service() {
			return started();
		},
		run,
		create: (fields, options = {}, setup = {}) =>
			run(
				{ operation: 'create', fieldDataMode: 'autoMap', options },
				[fields].flat().map((json) => ({ json })),
				setup,
			),
		get: (options = {}, setup = {}) => run({ ...GET_SEEDED, options }, undefined, setup),
		async refusal(parameters, items) {
			const { error } = await run(parameters, items);
			expect(started().log.entries).toStrictEqual([]);
			if (error === undefined) throw new Error('The node refused nothing');
			return error;
		},
		answer(then) {
			started().faults.set({ rules: [{ then }] });
		},
		onlyRequest() {
			const [request, ...others] = started().log.entries;
			if (request === undefined || others.length > 0) {
				throw new Error(`The service saw ${started().log.entries.length} requests, not one`);
			}
			return seen(request);
		},
		numbersSent: () =>
			started().log.entries.map(({ body }) => (JSON.parse(body.toString()) as { n: number }).n),
		stored: (permalink) => started().store.submissions.find(FREE_FORM, permalink ?? '')?.data,
		put: (data) => started().store.submissions.create(FREE_FORM, data).permalink,
	};
}

/** Reads the submission that is there from the beginning. */
export const GET_SEEDED = {
	operation: 'get',
	form: locator(FORM),
	submission: locator(SEEDED),
};

/** The fields of some items: the number of each. */
export const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

/** Lets a fault happen to requests that carry this number, each time or the first few. */
export function onNumber(n: number, then: Then, first?: number): RuleInput {
	return { match: { field: { n: `^${n}$` } }, ...(first && { when: { first } }), then };
}

/** A request of the log, with its body as text. */
export function seen(request: LogEntry): Seen {
	return {
		...request,
		text: request.body.toString(),
		format: request.headers['content-type']?.split(';', 1)[0],
	};
}
