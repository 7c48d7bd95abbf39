import { optionsProperty } from '../../../nodes/Submissions/description/options.ts';
import type { Options } from '../../../nodes/Submissions/request/options.ts';
import { readOptions } from '../../../nodes/Submissions/request/options.ts';
import { refusalOf } from '../refusals.ts';

/** The public contract. */
const DEFAULTS: Options = {
	allowEmpty: false,
	allowUnauthorizedCerts: false,
	arrayFormat: 'indices',
	bodyFormat: 'json',
	createOnceKey: undefined,
	dryRun: false,
	emptyValues: 'send',
	files: {},
	headers: {},
	ifNotFound: 'fail',
	includeInput: false,
	keysToRemember: 10_000,
	maxAttempts: 3,
	maxWait: 5,
	minInterval: 0,
	missingValues: 'leaveOut',
	output: 'simplified',
	permalinkPath: '',
	proxy: '',
	repeatUnknown: 'never',
	requestsAtOnce: 5,
	returnFields: '',
	timeout: 60_000,
	wrapIn: '',
};

function read(given: unknown): Options {
	return readOptions(given, optionsProperty);
}

it.each([[undefined], [{}], ['']])('has the defaults of the contract from %j', (given) => {
	expect(read(given)).toStrictEqual(DEFAULTS);
});

it('takes what was added and leaves the rest at its default', () => {
	const added = {
		allowEmpty: true,
		allowUnauthorizedCerts: true,
		arrayFormat: 'brackets',
		bodyFormat: 'multipart',
		createOnceKey: '4711',
		dryRun: true,
		emptyValues: 'clear',
		files: { file: [{ name: 'a', property: 'data' }] },
		headers: { header: [{ name: 'X-Key', value: '1' }] },
		ifNotFound: 'report',
		includeInput: true,
		keysToRemember: 500,
		maxAttempts: 1,
		maxWait: 5,
		minInterval: 250,
		missingValues: 'refuse',
		output: 'full',
		permalinkPath: 'data.id',
		proxy: 'http://proxy.example.com:3128',
		repeatUnknown: 'all',
		requestsAtOnce: 20,
		returnFields: 'a, b',
		timeout: 1000,
		wrapIn: 'submission',
	};
	expect(read(added)).toStrictEqual(added);
	for (const [name, value] of Object.entries(added)) {
		expect(read({ [name]: value })).toStrictEqual({ ...DEFAULTS, [name]: value });
	}
});

it('takes no option from what the given object inherits', () => {
	const given: unknown = JSON.parse('{"__proto__":{"maxAttempts":9}}');
	expect(read(given)).toStrictEqual(DEFAULTS);
	expect(read(Object.create({ maxAttempts: 9 }))).toStrictEqual(DEFAULTS);
});

it('are read once where every item is given the same object', () => {
	const given = { maxAttempts: 5 };
	expect(read(given)).toBe(read(given));
	expect(read(given)).not.toBe(read({ ...given }));
});

describe('a number', () => {
	it.each([
		['maxAttempts', '5', 5],
		['maxAttempts', 2.9, 2],
		['maxAttempts', 10, 10],
		['timeout', ' 500 ', 500],
		['requestsAtOnce', 100, 100],
	] as const)('%s is read from %j', (name, value, number) => {
		expect(read({ [name]: value })[name]).toBe(number);
	});

	it.each([
		['maxAttempts', 0, 'Max Attempts is 0'],
		['maxAttempts', 11, 'Max Attempts is 11'],
		['maxAttempts', null, 'Max Attempts has no value for this item'],
		['minInterval', -1, 'Minimum Interval (Ms) is -1'],
		['timeout', '', 'Timeout (Ms) is ""'],
		['minInterval', '  ', 'Minimum Interval (Ms) is "  "'],
		['timeout', Infinity, 'Timeout (Ms) is Infinity'],
		['timeout', 0, 'Timeout (Ms) is 0'],
		['requestsAtOnce', 0, 'Requests at Once is 0'],
		['requestsAtOnce', 101, 'Requests at Once is 101'],
		['requestsAtOnce', [5], 'Requests at Once is a value of the type object'],
	] as const)('%s is refused as %j, naming the option and its limits', (name, value, says) => {
		const refusal = refusalOf(() => read({ [name]: value }));
		expect(says.startsWith(refusal.parameter)).toBe(true);
		expect(refusal.message).toBe(`The option ${says}.`);
		expect(refusal.remedy).toMatch(/^Give a number from \d+ to \d+\.$/);
	});
});

describe('a choice', () => {
	it.each([
		['arrayFormat', 'repeat', 'Array Format', 'indices, brackets'],
		['missingValues', '', 'Missing Values', 'leaveOut, refuse'],
		['ifNotFound', 'ignore', 'If Not Found', 'fail, report, create'],
		['repeatUnknown', true, 'Retry When Outcome Is Unknown', 'never, updates, all'],
	])('%s is refused as %j, naming the choices', (name, value, label, choices) => {
		const refusal = refusalOf(() => read({ [name]: value }));
		expect(refusal.parameter).toBe(label);
		expect(refusal.remedy).toBe(`Give one of: ${choices}.`);
	});
});

it.each(['true', 1, null, 'yes'])('refuses %j where true or false is asked for', (value) => {
	const refusal = refusalOf(() => read({ allowEmpty: value }));
	expect(refusal.parameter).toBe('Allow Empty Field Data');
	expect(refusal.remedy).toBe('Give true or false.');
});

describe('a text', () => {
	it('can be a number', () => {
		expect(read({ returnFields: 5 }).returnFields).toBe('5');
	});

	it.each(['proxy', 'returnFields', 'wrapIn'])(
		'is refused where the expression of %s gives nothing, as it would undo the option',
		(name) => {
			for (const value of [null, undefined]) refusalOf(() => read({ [name]: value }));
		},
	);

	it.each([[true], [{}], [['a']], [NaN], [Infinity]])('is refused as %j', (value) => {
		expect(refusalOf(() => read({ returnFields: value })).parameter).toBe('Fields to Return');
	});

	it('that is no path is refused before anything is sent', () => {
		const refusal = refusalOf(() => read({ permalinkPath: 'a[b]' }));
		expect(refusal.parameter).toBe('Path of the New Permalink');
	});
});

describe('the key', () => {
	it('is the text of what is given, without white space around it', () => {
		expect(read({ createOnceKey: ' A 1\u00a0' }).createOnceKey).toBe('A 1');
		expect(read({ createOnceKey: 0 }).createOnceKey).toBe('0');
	});

	it.each(['', ' \t', null, undefined])('is refused as %j, once the option was added', (value) => {
		const refusal = refusalOf(() => read({ createOnceKey: value }));
		expect(refusal.parameter).toBe('Create Once Per Key');
		expect(refusal.message).toBe('The option Create Once Per Key is empty for this item.');
	});

	it.each([NaN, Infinity, 2 ** 53])(
		'is refused as the number %d, which others give too',
		(value) => {
			const refusal = refusalOf(() => read({ createOnceKey: value }));
			expect(refusal.parameter).toBe('Create Once Per Key');
		},
	);
});
