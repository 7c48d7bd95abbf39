import type { Fault, FaultKind } from '../../sandbox/faults/fault.ts';
import { faultKinds } from '../../sandbox/faults/fault.ts';
import type { FaultSettingsInput } from '../../sandbox/faults/rule.ts';
import type { LimitInput } from '../../sandbox/limits/limit.ts';
import { limitHeaderKinds } from '../../sandbox/limits/limit.ts';
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
 * What is assumed of a service, since no client could tell otherwise: a definite no is true (a 4xx but
 * 408, 460 and 499; 503 with Retry-After; 301, 307, 308; a redirect to the same path at another address;
 * a 2xx that denies and says nothing else), and so is a 2xx that neither denies nor complains and can be
 * read. "Not found" to a delete is true too: the node must take it for the end of an unanswered one.
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
		...(chance.happens(0.15) && {
			limits: [drawLimit(chance)],
		}),
	};
}

/** A small limit, in the milliseconds of the node's own clock. */
function drawLimit(chance: Chance): Exclude<LimitInput, string> {
	const requests = chance.whole(2, 20);
	const windowMs = chance.pick([20, 200, 1000, 5000]);
	return {
		...chance.pick<Exclude<LimitInput, string>>([
			{ kind: 'bucket', ratePerSecond: chance.pick([2, 20, 200]), burst: requests },
			{ kind: 'window', requests, windowMs },
			{ kind: 'sliding', requests, windowMs },
			{ kind: 'inFlight', requests: chance.whole(1, 4) },
		]),
		status: chance.pick([429, 429, 429, 503, 403, 420]),
		refusalsCost: chance.happens(0.2),
		headers: limitHeaderKinds.filter(() => chance.happens(0.3)),
		on: chance.pick(['refusals', 'all']),
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
				{ afterMs: chance.pick([0, 50, 1000]), forMs: chance.pick([50, 500, 5000]) },
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
	deny: (chance, { secrets }) => ({
		kind: 'deny',
		status: chance.pick([200, 201, 202]),
		body: chance.pick(denials(chance.pick(secrets))),
	}),
	complain: drawComplaint('complain'),
	complainAfterStoring: drawComplaint('complainAfterStoring'),
	redirectAfterStoring: (chance) => ({
		kind: 'redirectAfterStoring',
		status: chance.pick([302, 303]),
		location: chance.pick([
			'{submission}',
			'{origin}{submission}',
			'/forms/{form}/responses/{permalink}',
			'./{permalink}',
			'/thanks',
			'https://elsewhere.example.com/thanks',
			'',
		]),
	}),
	truncateRefusal: (chance, { endsHanging, secrets }) => ({
		kind: 'truncateRefusal',
		status: chance.pick([400, 401, 403, 409, 413, 422, 429, 500]),
		body: { message: `It does not go, says ${chance.pick(secrets)}`, errors: { name: ['No'] } },
		keep: chance.pick([0, 0.3, 0.5, 0.9]),
		stalls: endsHanging && chance.happens(0.3),
	}),
	hang: () => ({ kind: 'hang' }),
	hangAfterStoring: () => ({ kind: 'hangAfterStoring' }),
	resetBeforeReading: () => ({ kind: 'resetBeforeReading' }),
	resetAfterStoring: () => ({ kind: 'resetAfterStoring' }),
	truncate: () => ({ kind: 'truncate' }),
	failAfterStoring: (chance) => ({
		kind: 'failAfterStoring',
		status: chance.pick([408, 460, 499, 500, 502, 503, 504, 507, 520]),
	}),
	// Near the timeout, where there is one, so that giving up and answering race.
	slow: (chance, { endsHanging, timeout }) => ({
		kind: 'slow',
		ms: endsHanging ? Math.floor(timeout * (0.7 + 0.5 * chance.number())) : chance.whole(1, 30),
		...(chance.happens(0.2) && { ms: 1, drip: chance.whole(10, 60) }),
	}),
};

/** A 2xx with one of these says that nothing was done. */
function denials(secret: string): [unknown, ...unknown[]] {
	return [
		{ success: false, error: 'form is closed' },
		{ success: false, message: `No, says ${secret}`, data: null },
		{ Success: false, Errors: { name: ['is required'] } },
		{ ok: false, error: 'channel_not_found' },
		{ ok: false, msg: 'closed', 'request-id': 'r1', timestamp: '2030-01-31T10:00:00Z' },
		{ status: 'error', message: 'closed' },
		{ status: 'fail', data: { name: 'is required' } },
		{ status: 'failed', details: ['closed'] },
		{ status: 422, title: 'Not valid', type: 'about:blank', detail: 'closed' },
		{ code: 403, message: 'closed', data: {} },
		{ statusCode: 400, error: 'Bad Request', message: ['name is required'], success: false },
		{ success: false },
	];
}

/** A 2xx with one of these leaves open whether anything was done. */
function complaints(secret: string): [unknown, ...unknown[]] {
	return [
		{ message: 'Saved', errors: ['mail not sent'] },
		{ error: 'closed', code: 4 },
		{ error: 'Not today', message: secret },
		{ errors: { name: ['is cut to 50 characters'] } },
		{ error: { message: 'webhook failed' } },
		{ errors: [{ field: 'name', message: 'looks odd' }], message: 'See below' },
	];
}

function drawComplaint(kind: 'complain' | 'complainAfterStoring') {
	return (chance: Chance, { secrets }: Aims) => ({
		kind,
		status: chance.pick([200, 201, 202]),
		body: chance.pick(complaints(chance.pick(secrets))),
	});
}

function drawRefusal(chance: Chance, aims: Aims): Refusal {
	const status = chance.pick([
		400, 404, 405, 408, 409, 410, 413, 415, 422, 425, 429, 460, 499, 500, 501, 502, 503, 504, 520,
	]);
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
	const headers =
		status === 503 && chance.happens(0.6)
			? { 'retry-after': chance.pick(['0', '1', '120', new Date(0).toUTCString()]) }
			: {};
	return { kind: 'refuse', status, headers, body: chance.pick(bodies) };
}
