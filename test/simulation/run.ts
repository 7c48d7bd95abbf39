import type { Gate, Terms } from '../../nodes/Submissions/delivery/gate.ts';
import { createGate } from '../../nodes/Submissions/delivery/gate.ts';
import { NO_LIMITS, readLimits, saysNotNow } from '../../nodes/Submissions/response/limits.ts';
import type { Character } from './service.ts';
import { createService, DATE } from './service.ts';
import { createWorld } from './world.ts';

/** What is run. */
export interface Plan {
	readonly character: () => Character;
	readonly items: number;
	/** Requests at Once, where it is set. */
	readonly most?: number;
	/** In milliseconds. */
	readonly maxWait?: number;
	/** The least time it can take, in milliseconds, where that is not for the service's limits. */
	readonly best?: number;
	/** How the gate finds out that a service is well again after it may have done harm. */
	readonly probes?: 'items' | 'read';
}

/** What came of it. */
export interface Result {
	readonly filed: number;
	readonly doubled: number;
	readonly unknown: number;
	readonly notSent: number;
	/** Requests that were refused for the moment. */
	readonly refused: number;
	/** The most that the service had under way. */
	readonly peak: number;
	/** In milliseconds. */
	readonly wall: number;
	/** The least that it can be, in milliseconds. */
	readonly optimum: number;
}

/** What n8n needs for an item besides waiting, in milliseconds. */
const OWN_WORK = 1;

/** Where Requests at Once is not set, so many lanes wait at the gate. */
const LANES = 20;

/** Runs creates of items against a service, with On Error set to Continue. */
export async function runPlan(
	plan: Plan,
	seed: number,
	makeGate: (terms: Terms) => Gate = createGate,
): Promise<Result> {
	const { items, most, maxWait = 300_000, probes = 'read', best = 0 } = plan;
	const world = createWorld(seed);
	const character = plan.character();
	const service = createService(world, character);
	const gate = makeGate({
		clock: world,
		brake: { reason: undefined, wait: world.sleep },
		tell: () => undefined,
		most,
		minInterval: 0,
		maxWait,
		ask:
			probes === 'items'
				? undefined
				: async () => {
						const reply = await service.send(undefined);
						return reply.kind === 'answer' && reply.status < 500;
					},
	});
	const counts = { refused: 0, unknown: 0, notSent: 0 };
	let next = 0;

	const carryOut = async (item: number) => {
		for (;;) {
			const pass = await gate.enter();
			if (pass === undefined) {
				counts.notSent++;
				return;
			}
			await world.sleep(OWN_WORK);
			const sentAt = world.now();
			const reply = await service.send(item);
			const took = world.now() - sentAt;
			const limits =
				reply.kind === 'answer' ? readLimits(reply.headers, DATE + world.now()) : NO_LIMITS;
			if (reply.kind === 'fault') {
				gate.troubled(pass, reply.reached);
				if (reply.reached === 'never') continue;
				counts.unknown++;
				return;
			}
			if (saysNotNow(reply.status, limits)) {
				counts.refused++;
				gate.refused(pass, limits);
				continue;
			}
			if (reply.status >= 500) {
				gate.troubled(pass, 'perhaps', limits);
				counts.unknown++;
			} else gate.accepted(pass, limits, took);
			return;
		}
	};
	const lane = async () => {
		while (next < items) await carryOut(next++);
	};
	await world.drive(Promise.all(Array.from({ length: most ?? LANES }, lane)));

	const { rules, delay = 20, work = () => 0 } = character;
	const oneAnswer = delay + work(1);
	const limited = rules.map((rule) => rule.optimum(items, oneAnswer));
	return {
		...counts,
		filed: service.stored.size,
		doubled: [...service.stored.values()].filter((times) => times > 1).length,
		peak: service.peak(),
		wall: world.now(),
		optimum: Math.max(oneAnswer, best, ...limited),
	};
}
