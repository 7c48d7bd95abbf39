import { GarbledValue } from '../../../nodes/Submissions/request/garbledValue.ts';
import type { Place } from '../../../nodes/Submissions/request/namedReader.ts';
import { namedReader } from '../../../nodes/Submissions/request/namedReader.ts';
import { refusalOf } from '../refusals.ts';

const PARTS: readonly Place[] = [
	{ path: 'options.proxy', label: 'The option Proxy' },
	{ path: 'options.timeout', label: 'The option Timeout (Ms)' },
	{ path: 'options.wrapIn', label: 'The option Put Fields Under' },
];

/** Reads for item 7 where n8n throws at the paths that are in `failing`. */
function attempt(failing: Record<string, unknown>, parts?: () => Iterable<Place>): unknown {
	const read = (path: string, itemIndex: number) => {
		expect(itemIndex).toBe(7);
		if (path in failing) throw failing[path];
		return `the value of ${path}`;
	};
	return namedReader(read, 7)('options', 'Options', parts);
}

it('gives the value, and asks for no part', () => {
	const parts = () => {
		throw new Error('It was asked for the parts');
	};
	expect(attempt({}, parts)).toBe('the value of options');
});

/** What is said, and what to do, where n8n throws so. */
function refused(failing: Record<string, unknown>, parts?: () => Iterable<Place>): string[] {
	const { parameter, message, remedy } = refusalOf(() => attempt(failing, parts));
	expect(parameter).toBe('Options');
	return [message, remedy];
}

const CHECK = 'Check the expression, and what it gives for this item.';

it('names the first part whose expression fails, with what is said there', () => {
	const failing = {
		options: new Error('whole'),
		'options.timeout': new Error('x is not defined'),
		'options.wrapIn': new Error('later'),
	};
	expect(refused(failing, () => PARTS)).toStrictEqual([
		'The option Timeout (Ms) has an expression that gives no value: x is not defined',
		CHECK,
	]);
});

it.each([
	['no part fails', () => PARTS],
	['it has no parts', undefined],
])('names the parameter where %s', (_, parts) => {
	const said = 'Options has an expression that gives no value: odd';
	expect(refused({ options: 'odd' }, parts)).toStrictEqual([said, CHECK]);
});

it('says of a value that n8n garbled what came, and how to give it', () => {
	const place = { step: 'a', within: undefined };
	const garbled = new GarbledValue({ place, found: 'odd', remedy: 'Correct it.' });
	expect(refused({ options: garbled })).toStrictEqual([
		'Options has an expression that n8n garbles: "a" is odd.',
		'Correct it.',
	]);
});
