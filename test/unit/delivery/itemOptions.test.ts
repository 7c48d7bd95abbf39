import {
	isOn,
	optionOfRun,
	repeatUnknownOf,
} from '../../../nodes/Submissions/delivery/itemOptions.ts';
import { operations } from '../../../nodes/Submissions/description/operations.ts';
import { optionsProperty } from '../../../nodes/Submissions/description/options.ts';

const offer = { operations, options: optionsProperty };

/** Reads what each item's options are; one that is undefined cannot be read, whole or in part. */
const reads =
	(...items: readonly unknown[]) =>
	(path: string, index: number): unknown => {
		const options = items[index];
		if (options === undefined) throw new Error('The expression fails');
		return path === 'options' ? options : undefined;
	};

/** The whole cannot be read, since the expression of another option fails. */
const readsAlone =
	(name: string, value: unknown) =>
	(path: string): unknown => {
		if (path === `options.${name}`) return value;
		throw new Error('The expression fails');
	};

describe('an option of the whole run', () => {
	it.each<[string, readonly unknown[], number | undefined]>([
		['that of the first item', [{ minInterval: 7 }, { minInterval: 8 }], 7],
		['that of the first for which it can be read', [undefined, { minInterval: 8 }], 8],
		['that of the first for which it can be used', [{ minInterval: 'x' }, { minInterval: 8 }], 8],
		['its default where it can be read for none', [undefined, { minInterval: 'x' }], 0],
		['not added where the first has none', [{}, { minInterval: 8 }], undefined],
		['not added where it is null', [{ minInterval: null }], undefined],
		['not added where there are no options', [null], undefined],
		['not added where the options are text', ['minInterval'], undefined],
	])('is %s', (_, items, expected) => {
		expect(optionOfRun(reads(...items), items.length, offer, 'minInterval')).toBe(expected);
	});

	it('is read by itself where the whole cannot be', () => {
		const read = readsAlone('minInterval', 7);
		expect(optionOfRun(read, 1, offer, 'minInterval')).toBe(7);
	});

	it('is asked of a hundred items at most, and of none that is not there', () => {
		const read = jest.fn(reads());
		expect(optionOfRun(read, 5000, offer, 'maxWait')).toBe(5);
		expect(optionOfRun(read, 2, offer, 'maxWait')).toBe(5);
		expect(read.mock.calls.map(([, index]) => index)).toStrictEqual(
			[...Array(100).keys(), 0, 1].flatMap((index) => [index, index]),
		);
	});
});

it.each([
	['all', 'all'],
	['updates', 'updates'],
	['never', 'never'],
	['odd', 'never'],
])('the choice about unknown writes of an item, %s, is %s', (given, choice) => {
	expect(repeatUnknownOf(reads({ repeatUnknown: given }), 0)).toBe(choice);
	expect(repeatUnknownOf(readsAlone('repeatUnknown', given), 0)).toBe(choice);
	expect(repeatUnknownOf(reads(), 0)).toBe('never');
});

it.each([
	[true, true],
	['true', false],
	[undefined, false],
])('an option that is %j is on: %s', (given, is) => {
	expect(isOn(readsAlone('includeInput', given), 0, 'includeInput')).toBe(is);
	expect(isOn(reads(), 0, 'dryRun')).toBe(false);
});
