import type { Fault, FaultKind } from '../../sandbox/faults/fault.ts';
import { faultKinds } from '../../sandbox/faults/fault.ts';
import type { FaultSettingsInput } from '../../sandbox/faults/rule.ts';
import type { Chance } from './chance.ts';

/** A rule as the sandbox takes it, written out. */
export type PlannedRule = Exclude<NonNullable<FaultSettingsInput['rules']>[number], string>;

/** What rules can be aimed at. */
export interface Aims {
	/** The kind of fault that the run is about in the first place. */
	readonly leading: FaultKind;
	readonly markers: readonly string[];
	readonly submissions: readonly string[];
	/** The secrets of the run's credential, which a service might repeat. */
	readonly secrets: readonly [string, ...string[]];
	/** Whether the run has a timeout that ends a request without answer soon. */
	readonly endsHanging: boolean;
	/** The run's timeout, in milliseconds. */
	readonly timeout: number;
}

type Refusal = Extract<Fault, { kind: 'refuse' }>;

/**
 * Draws what goes wrong in a run: mostly some rules of different kinds, now and then nothing.
 *
 * No rule makes the service lie. One that stored answers nothing that means a definite no, and none
 * answers 2xx to a write that it did not carry out, except with what is no answer at all; and none says
 * "not found" to a delete, which the node must take for the end of an unanswered one.
 */
export function drawFaults(chance: Chance, aims: Aims): FaultSettingsInput {
	const count = chance.happens(0.08) ? 0 : chance.whole(1, 5);
	const others = faultKinds.filter((kind) => aims.endsHanging || !isHanging(kind));
	const rules = Array.from({ length: count }, (_, index) => {
		const kind = others[chance.whole(0, others.length - 1)] ?? aims.leading;
		return drawRule(chance, aims, index === 0 ? aims.leading : kind);
	});
	// A service on another machine is not as quick as one in the same process, where requests that are
	// begun together hardly meet.
	const latency: PlannedRule = { then: { kind: 'slow', ms: chance.whole(2, 15) } };
	return {
		rules: chance.happens(0.5) ? [...rules, latency] : rules,
		seed: chance.whole(1, 1_000_000),
		...(chance.happens(0.1) && {
			rateLimit: { requests: chance.whole(2, 20), windowMs: chance.whole(5, 40) },
		}),
	};
}

/** Whether requests get no answer, so that only a timeout ends them. */
export function isHanging(kind: FaultKind): boolean {
	return kind === 'hang' || kind === 'hangAfterStoring';
}

function drawRule(chance: Chance, aims: Aims, kind: FaultKind): PlannedRule {
	const then = draws[kind](chance, aims);
	// A run should not spend its time waiting.
	const isSlow = isHanging(kind) || kind === 'slow';
	const when = isSlow
		? chance.pick([{ rate: 0.08 }, { nth: [chance.whole(1, 4), chance.whole(1, 40)] }])
		: chance.pick([
				{ rate: chance.pick([0.02, 0.1, 0.3]) },
				{ rate: chance.number() },
				{ first: chance.whole(1, 4) },
				{ every: chance.whole(2, 9) },
				{ nth: [chance.whole(1, 10), chance.whole(5, 50)] },
			]);
	const saysNotFound = 'status' in then && (then.status === 404 || then.status === 410);
	const match = saysNotFound
		? { operation: [chance.pick<'create' | 'get' | 'update'>(['create', 'get', 'update'])] }
		: drawMatch(chance, aims);
	return { match, when, then };
}

function drawMatch(chance: Chance, aims: Aims): NonNullable<PlannedRule['match']> {
	const marker = aims.markers[chance.whole(0, aims.markers.length - 1)];
	const submission = aims.submissions[chance.whole(0, aims.submissions.length - 1)];
	return chance.pick([
		{},
		{},
		{},
		{ operation: ['create' as const] },
		{ operation: ['update' as const, 'delete' as const] },
		{ method: ['GET', 'DELETE'] },
		...(submission === undefined ? [] : [{ submission: [submission] }]),
		...(marker === undefined ? [] : [{ field: { marker: `^${marker}$` } }]),
	]);
}

const draws: Readonly<Record<FaultKind, (chance: Chance, aims: Aims) => Fault>> = {
	refuse: drawRefusal,
	tooMany: (chance) => ({
		kind: 'tooMany',
		retryAfter: chance.pick<number | string>([0, 1, 2, 30, 'soon']),
		asDate: chance.happens(0.3),
	}),
	html: (chance) => ({ kind: 'html', status: chance.pick([200, 403, 500, 502, 503]) }),
	htmlAfterStoring: (chance) => ({
		kind: 'htmlAfterStoring',
		status: chance.pick([200, 201, 500, 502]),
	}),
	garbage: (chance) => ({ kind: 'garbage', status: chance.pick([200, 400, 500]) }),
	garbageAfterStoring: (chance) => ({
		kind: 'garbageAfterStoring',
		status: chance.pick([200, 201, 500]),
	}),
	redirect: (chance) => ({
		kind: 'redirect',
		location: chance.pick(['https://elsewhere.example.com{url}', '{url}', '/sign-in']),
		status: chance.pick([301, 302, 303, 307, 308]),
	}),
	echoSecret: (chance) => ({ kind: 'echoSecret', status: chance.pick([400, 401, 403, 422, 500]) }),
	hang: () => ({ kind: 'hang' }),
	hangAfterStoring: () => ({ kind: 'hangAfterStoring' }),
	resetBeforeReading: () => ({ kind: 'resetBeforeReading' }),
	resetAfterStoring: () => ({ kind: 'resetAfterStoring' }),
	truncate: () => ({ kind: 'truncate' }),
	failAfterStoring: (chance) => ({
		kind: 'failAfterStoring',
		status: chance.pick([500, 502, 503, 504]),
	}),
	// Near the timeout, where there is one, so that giving up and answering race.
	slow: (chance, { endsHanging, timeout }) => ({
		kind: 'slow',
		ms: endsHanging ? Math.floor(timeout * (0.7 + 0.5 * chance.number())) : chance.whole(1, 30),
		...(chance.happens(0.2) && { ms: 1, drip: chance.whole(10, 60) }),
	}),
};

function drawRefusal(chance: Chance, aims: Aims): Refusal {
	const status = chance.pick([200, 400, 404, 409, 410, 413, 422, 429, 500, 501, 502, 503, 504]);
	const secret = chance.pick(aims.secrets);
	const bodies: [unknown, ...unknown[]] = [
		{ message: `It does not go, says ${secret}` },
		{ errors: { name: [`is refused for ${secret}`], [secret]: ['is no field'] } },
		{ error: { message: 'Nested words', code: 'E1' } },
		// Where a long text is cut, a part of a secret must not stay.
		{
			detail: `${'x'.repeat(chance.happens(0.5) ? chance.whole(0, 600) : chance.whole(470, 500))} ${secret} and more`,
			errors: ['No'],
		},
		'Plain words',
	];
	// Without an error in it, a 200 would be a success.
	const body = status === 200 ? { error: 'Not today', message: secret } : chance.pick(bodies);
	const headers =
		status === 503 && chance.happens(0.6)
			? { 'retry-after': chance.pick(['0', '1', '120', new Date(0).toUTCString()]) }
			: {};
	return { kind: 'refuse', status, headers, body };
}
