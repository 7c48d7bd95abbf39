import { operations } from '../../../nodes/Submissions/description/operations.ts';
import { optionsProperty } from '../../../nodes/Submissions/description/options.ts';
import type { InputItem } from '../../../nodes/Submissions/request/contents.ts';
import type { Refusal } from '../../../nodes/Submissions/request/refusal.ts';
import type { SubmissionRequest } from '../../../nodes/Submissions/request/submissionRequest.ts';
import { buildRequest } from '../../../nodes/Submissions/request/submissionRequest.ts';
import { Submissions } from '../../../nodes/Submissions/Submissions.node.ts';
import { FORM, SUBMISSION } from '../examples.ts';
import { refusalOf } from '../refusals.ts';

const OFFER = { operations, options: optionsProperty };
const PAGE = `https://forms.example.com/forms/${FORM}/responses/${SUBMISSION}`;

const PARAMETERS = {
	operation: 'create',
	form: { __rl: true, mode: 'id', value: FORM },
	submission: { __rl: true, mode: 'id', value: SUBMISSION },
	fieldDataMode: 'defineBelow',
	fieldData: { assignments: [{ name: 'name', value: 'Ada', type: 'string' }] },
	ignoreFields: '',
	fieldDataJson: '{ "name": "Ada" }',
	options: {},
};

interface Built {
	readonly request: SubmissionRequest;
	readonly asked: ReadonlySet<string>;
}

/** The request of the usual parameters but for these, where n8n throws at the failing paths. */
function build(
	parameters: Record<string, unknown> = {},
	item: Partial<InputItem> = {},
	failing: readonly string[] = [],
): Built {
	const all: Record<string, unknown> = { ...PARAMETERS, ...parameters };
	const asked = new Set<string>();
	const read = (name: string, itemIndex: number) => {
		expect(itemIndex).toBe(7);
		asked.add(name);
		if (failing.includes(name)) throw new Error(`invalid in ${name}`);
		return all[name] ?? null;
	};
	const readFile = (property: string) => {
		if (property !== 'data') throw new Error('none');
		return { data: 'eA==', mimeType: 'text/plain' };
	};
	const request = buildRequest(
		read,
		{ index: 7, json: {}, readFile, readWritten: () => undefined, ...item },
		OFFER,
	);
	return { request, asked };
}

/** The refusal of the usual parameters but for these. */
function refused(
	parameters: Record<string, unknown>,
	item?: Partial<InputItem>,
	failing?: readonly string[],
): Refusal {
	return refusalOf(() => build(parameters, item, failing));
}

function bodyOf(parameters: Record<string, unknown>, json: object = {}): unknown {
	const { body } = build(parameters, { json }).request;
	return body?.kind === 'text' ? JSON.parse(body.content) : body;
}

describe('the four operations', () => {
	it.each([
		['create', 'POST', 'new', 'created', 'create a submission', null],
		['delete', 'DELETE', SUBMISSION, 'deleted', 'delete a submission', SUBMISSION],
		['get', 'GET', SUBMISSION, 'found', 'get a submission', SUBMISSION],
		['update', 'POST', SUBMISSION, 'updated', 'update a submission', SUBMISSION],
	])('%s', (operation, method, last, resultKey, action, submission) => {
		const { request } = build({ operation });
		expect(request).toMatchObject({ operation, resultKey, action, submission, form: FORM });
		expect(request.route.method).toBe(method);
		expect(request.path).toBe(`/api/v1/forms/${FORM}/submissions/${last}`);
		expect(request.body !== undefined).toBe(method === 'POST');
	});

	it.each([
		['get', ['submission']],
		['delete', ['submission']],
		['create', ['fieldData', 'fieldDataMode']],
	])('ask for no parameter that has no effect on them: %s', (operation, own) => {
		const asked = [...build({ operation }).asked].sort();
		expect(asked).toStrictEqual(['form', 'operation', 'options', ...own].sort());
	});

	it.each([
		['list', '"list"'],
		['__proto__', '"__proto__"'],
		[5, 'that was given'],
	])('are the only ones: %j is refused', (operation, found) => {
		const refusal = refused({ operation });
		expect(refusal.parameter).toBe('Operation');
		expect(refusal.message).toBe(`The operation ${found} does not exist.`);
		expect(refusal.remedy).toBe('Give one of: create, upsert, delete, get, update.');
	});
});

describe('upsert', () => {
	it.each([
		[{ __rl: true, mode: 'id', value: '  ' }, 'create', null],
		[null, 'create', null],
		[{ __rl: true, mode: 'id', value: SUBMISSION }, 'update', SUBMISSION],
		[PAGE, 'update', SUBMISSION],
	])('with Submission %j does what %s does', (given, operation, submission) => {
		const { request } = build({ operation: 'upsert', submission: given });
		const other = build({ operation }).request;
		expect(request).toMatchObject({ operation: 'upsert', submission, body: other.body });
		for (const name of ['kind', 'action', 'resultKey', 'route', 'path'] as const) {
			expect(request[name]).toStrictEqual(other[name]);
		}
		expect(request.createsSince).toBe(submission === null ? 'noneGiven' : undefined);
		expect(request.instead).toBeUndefined();
	});

	it('has a create ready for a submission that is not found, where that is chosen', () => {
		const options = { ifNotFound: 'create' };
		const { request } = build({ operation: 'upsert', options });
		expect(request.kind).toBe('change');
		expect(request.instead).toMatchObject({
			operation: 'upsert',
			kind: 'create',
			createsSince: 'notFound',
			submission: null,
			body: request.body,
			path: `/api/v1/forms/${FORM}/submissions/new`,
		});
		expect(build({ operation: 'upsert', submission: '', options }).request.instead).toBeUndefined();
	});

	it('alone can create what is not found', () => {
		const refusal = refused({ operation: 'update', options: { ifNotFound: 'create' } });
		expect(refusal.parameter).toBe('If Not Found');
		expect(refusal.remedy).toContain('Create or Update');
	});
});

describe('the permalinks', () => {
	it.each(['get', 'update', 'delete', 'upsert'])(
		'of a form is read from the address of the submission, where Form is empty, for %s',
		(operation) => {
			const form = { __rl: true, mode: 'url', value: '' };
			const { request } = build({ operation, form, submission: PAGE });
			expect(request).toMatchObject({ form: FORM, submission: SUBMISSION });
			for (const submission of [SUBMISSION, '']) {
				expect(refused({ operation: 'upsert', form, submission }).message).toBe('Form is empty.');
			}
		},
	);

	it('are taken from pasted addresses, whose hosts are kept', () => {
		const { request } = build({ operation: 'get', form: PAGE, submission: PAGE });
		expect(request).toMatchObject({ form: FORM, submission: SUBMISSION });
		expect(request.hosts).toStrictEqual(['forms.example.com', 'forms.example.com']);
		expect(build({ operation: 'get' }).request.hosts).toStrictEqual([]);
	});

	it('of a submission whose address belongs to another form are refused', () => {
		const submission = `${PAGE}?token=secret`;
		const refusal = refused({ operation: 'delete', form: 'zZ0yY9xX8w', submission });
		expect(refusal.parameter).toBe('Submission');
		expect(refusal.message).toBe(
			`The address of Submission belongs to the form "${FORM}", and Form is "zZ0yY9xX8w".`,
		);
		expect(refusal.remedy).toBe('Correct the one that is wrong.');
	});

	it.each([
		['Form', { form: 'short' }],
		['Form', { form: { __rl: true, mode: 'url', value: '' } }],
		['Submission', { submission: `https://x.io/forms/${FORM}/responses` }],
	])('that cannot be one are refused: %s, %j', (parameter, parameters) => {
		expect(refused({ operation: 'update', ...parameters }).parameter).toBe(parameter);
	});

	it('of a submission do not matter to a create', () => {
		expect(build({ operation: 'create', submission: 'short' }).request.submission).toBeNull();
	});
});

describe('the field data', () => {
	it.each(['create', 'update'])('comes from each of the three modes, for %s', (operation) => {
		const json = { name: 'Ada', age: 36, secret: 1 };
		const modes = [
			[{ fieldDataMode: 'defineBelow' }, { name: 'Ada' }],
			[
				{ fieldDataMode: 'autoMap', ignoreFields: 'secret, other' },
				{ name: 'Ada', age: 36 },
			],
			[{ fieldDataMode: 'json', fieldDataJson: { a: [1] } }, { a: [1] }],
			[{ fieldDataMode: 'json', fieldDataJson: '{"a":[1]}' }, { a: [1] }],
		] as const;
		for (const [parameters, sent] of modes) {
			expect(bodyOf({ operation, ...parameters }, json)).toStrictEqual(sent);
		}
	});

	it('ignores no field where there are no fields to ignore', () => {
		const json = { null: 1, undefined: 2 };
		expect(bodyOf({ fieldDataMode: 'autoMap', ignoreFields: '' }, json)).toStrictEqual(json);
	});

	it('for which a value is missing is refused where the options say so, naming the first', () => {
		const options = { missingValues: 'refuse' };
		const assignments = [
			{ name: 'address', value: { city: undefined, zip: 1 }, type: 'object' },
			{ name: 'age', value: undefined, type: 'number' },
		];
		const fieldData = { assignments };
		const alone = refused({ fieldData: { assignments: assignments.slice(1) }, options });
		expect(alone.message).toBe('Nothing is given for the field "age".');
		expect(build({ fieldData }).request.leftOut).toStrictEqual(['address.city', 'age']);
		expect(build({ operation: 'get' }).request.leftOut).toStrictEqual([]);
		const refusal = refused({ fieldData, options });
		expect(refusal.parameter).toBe('Field Data');
		expect(refusal.message).toBe('Nothing is given for the field "address.city" and 1 more.');
		expect(refusal.remedy).toContain('set Missing Values under Options to Leave Out');
		expect(bodyOf({ options })).toStrictEqual({ name: 'Ada' });
	});

	it.each([null, 'manual', '__proto__'])('in the mode %j is refused', (fieldDataMode) => {
		const refusal = refused({ fieldDataMode });
		expect(refusal.parameter).toBe('Field Data Mode');
		expect(refusal.message).toBe('The Field Data Mode does not exist.');
		expect(refusal.remedy).toBe('Give one of: defineBelow, autoMap, json.');
	});

	it.each([
		{ fieldDataMode: 'defineBelow', fieldData: {} },
		{ fieldData: { assignments: [{ name: 'a', value: undefined }] } },
		{ fieldDataMode: 'autoMap' },
		{ fieldDataMode: 'json', fieldDataJson: { a: undefined } },
	])('that is empty is refused unless that is allowed: %j', (parameters) => {
		for (const operation of ['create', 'update']) {
			const refusal = refused({ operation, ...parameters });
			expect(refusal.parameter).toBe('Field Data');
			expect(refusal.message).toBe('Field Data contains no fields to send.');
			expect(refusal.remedy).toBe(
				'Check what the expressions give for this item. To send a request without fields, turn on Allow Empty Field Data under Options.',
			);
			const allowed = { operation, ...parameters, options: { allowEmpty: true } };
			expect(bodyOf(allowed)).toStrictEqual({});
		}
	});

	it('is not empty where there is a file', () => {
		const files = { file: [{ name: 'photo', property: 'data' }] };
		const options = { bodyFormat: 'multipart', files };
		expect(bodyOf({ fieldData: {}, options })).toStrictEqual({
			kind: 'parts',
			parts: [{ name: 'photo', file: { data: 'eA==', mimeType: 'text/plain' } }],
		});
	});

	it('is wrapped and written as the options say', () => {
		const options = { wrapIn: 'submission.fields', bodyFormat: 'form' };
		expect(build({ options }).request.body).toStrictEqual({
			kind: 'text',
			contentType: 'application/x-www-form-urlencoded',
			content: 'submission%5Bfields%5D%5Bname%5D=Ada',
		});
	});
});

describe('an expression that n8n cannot evaluate', () => {
	/** Only n8n's editor and agents ask for them. */
	const NEVER_READ = new Set(['resource', 'toolDescription']);
	const parameters = new Submissions().description.properties
		.filter(({ type, name }) => type !== 'notice' && !NEVER_READ.has(name))
		.map(({ name, displayName }) => [name, displayName] as const);

	it.each(parameters)('in %s is told by its label, %s', (name, label) => {
		const modes: Record<string, string> = { ignoreFields: 'autoMap', fieldDataJson: 'json' };
		const fieldDataMode = modes[name] ?? 'defineBelow';
		const refusal = refused({ operation: 'update', fieldDataMode }, {}, [name]);
		expect(refusal.parameter).toBe(label);
		expect(refusal.message).toBe(
			`${label} has an expression that gives no value: invalid in ${name}`,
		);
	});

	it('in an option is told by the label of the option', () => {
		expect(refused({}, {}, ['options', 'options.minInterval']).message).toBe(
			'The option Minimum Interval (Ms) has an expression that gives no value: invalid in options.minInterval',
		);
	});

	const rows = {
		'fieldData.assignments[0].name': 'name',
		'fieldData.assignments[1].name': 7,
		'fieldData.assignments[2].name': '',
		'fieldData.assignments[3].name': 'city',
	};

	it.each([
		['[0].value', 'The field "name"'],
		['[0].name', 'Row 1 of Field Data'],
		['[1].value', 'Row 2 of Field Data'],
		['[2].name', 'Row 3 of Field Data'],
		['[2].value', 'Row 3 of Field Data'],
		['[3].value', 'The field "city"'],
	])('in a row of Define Below is told by its field or number: %s', (place, label) => {
		const path = `fieldData.assignments${place}`;
		expect(refused(rows, {}, ['fieldData', path]).message).toBe(
			`${label} has an expression that gives no value: invalid in ${path}`,
		);
	});

	it('is sought in the rows that there are, and no further', () => {
		expect(refused(rows, {}, ['fieldData', 'fieldData.assignments[4].value']).message).toBe(
			'Field Data has an expression that gives no value: invalid in fieldData',
		);
	});
});

describe('the options', () => {
	it('are read for the item', () => {
		const { request } = build({ options: { timeout: 5, proxy: 'http://proxy.example.com' } });
		expect(request.options.timeout).toBe(5);
		expect(request.proxy).toStrictEqual({ protocol: 'http', host: 'proxy.example.com', port: 80 });
		expect(build().request.proxy).toBeUndefined();
	});

	it.each([
		[{ maxAttempts: 0 }, 'Max Attempts'],
		[{ proxy: 'x' }, 'Proxy'],
		[{ bodyFormat: 'xml' }, 'Body Format'],
	])('that cannot be used are refused, naming the option: %j', (options, label) => {
		expect(refused({ options }).parameter).toBe(label);
	});
});

it('an agent whose call mixes the chat with the fields cannot map automatically', () => {
	const refusal = refused({ fieldDataMode: 'autoMap' }, { json: undefined });
	expect(refusal.parameter).toBe('Field Data Mode');
	expect(refusal.message).toBe(
		'Map Automatically cannot be used by this AI agent: its call mixes the chat with the fields.',
	);
	expect(refusal.remedy).toBe(
		'Set Field Data Mode to Define Below or JSON, and let the agent fill it with $fromAI().',
	);
});
