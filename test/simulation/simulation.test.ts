import { createGate } from '../../nodes/Submissions/delivery/gate.ts';
import type { Case } from './cases.ts';
import { cases, ITEMS, judge } from './cases.ts';
import { withoutGate } from './noGate.ts';
import type { Result } from './run.ts';
import { runPlan } from './run.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Chance levels out over many items. */
const SEEDS_OF_MANY = [1, 2];

async function simulate(given: Case, seeds: readonly number[], makeGate = createGate) {
	const results: Result[] = [];
	for (const seed of seeds) {
		results.push(await runPlan({ ...given, items: given.items ?? ITEMS }, seed, makeGate));
	}
	return judge(given, results);
}

it.each(cases)('$name: all filed, none doubled, refused and time within bounds', async (given) => {
	const isMany = (given.items ?? ITEMS) >= 1000;
	const verdict = await simulate(given, isMany ? SEEDS_OF_MANY : SEEDS);
	expect(verdict).toStrictEqual({ ...verdict, faults: [] });
});

/** Virtual time passes as fast as the machine lets it. */
jest.setTimeout(60_000);

it('the bounds of every limit are broken by a run that knows none', async () => {
	const limited = cases.filter(({ bounds, most }) => bounds.refused > 0 && most !== 1);
	const unbroken: string[] = [];
	for (const given of limited) {
		const { faults } = await simulate(given, [1], withoutGate);
		if (faults.length === 0) unbroken.push(given.name);
	}
	expect(unbroken).toStrictEqual([]);
	expect(limited.length).toBeGreaterThan(30);
});
