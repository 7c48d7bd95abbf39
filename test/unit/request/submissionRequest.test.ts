import { operations } from '../../../nodes/Submissions/description/operations.ts';
import { optionsProperty } from '../../../nodes/Submissions/description/options.ts';
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

function build(parameters: Record<string, unknown> = {}, json: object = {}): Built {
	const all: Record<string, unknown> = { ...PARAMETERS, ...parameters };
	const asked = new Set<string>();
	const read = (name: string, itemIndex: number) => {
		expect(itemIndex).toBe(7);
		asked.add(name);
		return all[name] ?? null;
	};
	const readFile = (property: string) => {
		if (property !== 'data') throw new Error('none');
		return { data: 'eA==', mimeType: 'text/plain' };
	};
	return { request: buildRequest(read, { index: 7, json, readFile }, OFFER), asked };
}

function bodyOf(parameters: Record<string, unknown>, json: object = {}): unknown {
	const { body } = build(parameters, json).request;
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

	it('ask for no parameter that has no effect on them', () => {
		const always = ['form', 'operation', 'options'];
		expect([...build({ operation: 'get' }).asked].sort()).toStrictEqual([...always, 'submission']);
		expect([...build({ operation: 'delete' }).asked].sort()).toStrictEqual([
			...always,
			'submission',
		]);
		expect([...build({ operation: 'create' }).asked].sort()).toStrictEqual(
			[...always, 'fieldData', 'fieldDataMode'].sort(),
		);
	});

	it.each([['list'], [''], [null], [undefined], [5], ['__proto__']])(
		'are the only ones: %j is refused',
		(operation) => {
			const refusal = refusalOf(() => build({ operation }));
			expect(refusal.parameter).toBe('Operation');
			const found = typeof operation === 'string' ? `"${operation}"` : 'that was given';
			expect(refusal.message).toBe(`The operation ${found} does not exist.`);
			expect(refusal.remedy).toBe('Give one of: create, upsert, delete, get, update.');
		},
	);
});

describe('upsert', () => {
	it.each([
		[{ __rl: true, mode: 'id', value: '  ' }, 'create', null],
		[{ __rl: true, mode: 'url', value: undefined }, 'create', null],
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
		const refusal = refusalOf(() =>
			build({ operation: 'update', options: { ifNotFound: 'create' } }),
		);
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
				const refusal = refusalOf(() => build({ operation: 'upsert', form, submission }));
				expect(refusal.message).toBe('Form is empty.');
			}
		},
	);

	it('are taken from pasted addresses, whose hosts are kept', () => {
		const { request } = build({ operation: 'get', form: PAGE, submission: PAGE });
		expect(request).toMatchObject({ form: FORM, submission: SUBMISSION });
		expect(request.hosts).toStrictEqual(['forms.example.com', 'forms.example.com']);
		expect(build({ operation: 'get' }).request.hosts).toStrictEqual([]);
	});

	it('are percent-encoded into the path', () => {
		const { request } = build({ operation: 'get', form: 'é&字😀=;@+~!', submission: SUBMISSION });
		expect(request.path).toBe(
			`/api/v1/forms/${encodeURIComponent('é&字😀=;@+~!')}/submissions/${SUBMISSION}`,
		);
	});

	it('of a submission whose address belongs to another form are refused', () => {
		const refusal = refusalOf(() =>
			build({ operation: 'delete', form: 'zZ0yY9xX8w', submission: `${PAGE}?token=secret` }),
		);
		expect(refusal.parameter).toBe('Submission');
		expect(refusal.message).toBe(
			`The address of Submission belongs to the form "${FORM}", and Form is "zZ0yY9xX8w".`,
		);
		expect(refusal.remedy).toBe('Correct the one that is wrong.');
	});

	it.each([
		['form', 'Form', { form: 'short' }],
		['form', 'Form', { form: { __rl: true, mode: 'url', value: '' } }],
		['submission', 'Submission', { submission: 'much too long' }],
		['submission', 'Submission', { submission: `https://x.io/forms/${FORM}/responses` }],
	])('that cannot be one are refused: %s', (_, parameter, parameters) => {
		expect(refusalOf(() => build({ operation: 'update', ...parameters })).parameter).toBe(
			parameter,
		);
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
		const fieldData = {
			assignments: [
				{ name: 'address', value: { city: undefined, zip: 1 }, type: 'object' },
				{ name: 'age', value: undefined, type: 'number' },
			],
		};
		expect(build({ fieldData }).request.leftOut).toStrictEqual(['address.city', 'age']);
		const refusal = refusalOf(() => build({ fieldData, options }));
		expect(refusal.parameter).toBe('Field Data');
		expect(refusal.message).toBe('Nothing is given for the field "address.city" and 1 more.');
		expect(refusal.remedy).toContain('set Missing Values under Options to Leave Out');
		expect(bodyOf({ options })).toStrictEqual({ name: 'Ada' });
	});

	it.each([[null], ['manual'], ['__proto__'], [0]])(
		'in the mode %j is refused',
		(fieldDataMode) => {
			const refusal = refusalOf(() => build({ fieldDataMode }));
			expect(refusal.parameter).toBe('Field Data Mode');
			expect(refusal.message).toBe('The Field Data Mode does not exist.');
			expect(refusal.remedy).toBe('Give one of: defineBelow, autoMap, json.');
		},
	);

	it('tells which fields had nothing to send', () => {
		const fieldData = {
			assignments: [
				{ name: 'name', value: 'Ada', type: 'string' },
				{ name: 'age', value: undefined, type: 'number' },
			],
		};
		expect(build({ fieldData }).request.leftOut).toStrictEqual(['age']);
		expect(build({ operation: 'get' }).request.leftOut).toStrictEqual([]);
	});

	it.each([
		[{ fieldDataMode: 'defineBelow', fieldData: {} }],
		[
			{
				fieldDataMode: 'defineBelow',
				fieldData: { assignments: [{ name: 'a', value: undefined }] },
			},
		],
		[{ fieldDataMode: 'autoMap' }],
		[{ fieldDataMode: 'json', fieldDataJson: '{}' }],
		[{ fieldDataMode: 'json', fieldDataJson: { a: undefined } }],
	])('that is empty is refused unless that is allowed: %j', (parameters) => {
		for (const operation of ['create', 'update']) {
			const refusal = refusalOf(() => build({ operation, ...parameters }));
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
		const options = {
			bodyFormat: 'multipart',
			files: { file: [{ name: 'photo', property: 'data' }] },
		};
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
	/** The refusal where n8n throws at these paths, and gives these values beside the usual ones. */
	function refused(failing: readonly string[], values: Record<string, unknown> = {}): Refusal {
		const all: Record<string, unknown> = { ...PARAMETERS, ...values };
		const read = (path: string, itemIndex: number) => {
			expect(itemIndex).toBe(7);
			if (failing.includes(path)) throw new Error(`invalid in ${path}`);
			return all[path] ?? null;
		};
		const readFile = () => {
			throw new Error('none');
		};
		return refusalOf(() => buildRequest(read, { index: 7, json: {}, readFile }, OFFER));
	}

	/** Only n8n's editor and agents ask for them. */
	const NEVER_READ = new Set(['resource', 'toolDescription']);
	const parameters = new Submissions().description.properties
		.filter(({ type, name }) => type !== 'notice' && !NEVER_READ.has(name))
		.map(({ name, displayName }) => [name, displayName] as const);

	it.each(parameters)('in %s is told by its label, %s', (name, label) => {
		const modes: Record<string, string> = { ignoreFields: 'autoMap', fieldDataJson: 'json' };
		const fieldDataMode = modes[name] ?? 'defineBelow';
		const refusal = refused([name], { operation: 'update', fieldDataMode });
		expect(refusal.parameter).toBe(label);
		expect(refusal.message).toBe(
			`${label} has an expression that gives no value: invalid in ${name}`,
		);
	});

	it('in an option is told by the label of the option', () => {
		const { message } = refused(['options', 'options.minInterval']);
		expect(message).toBe(
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
		['assignments[0].value', 'The field "name"'],
		['assignments[0].name', 'Row 1 of Field Data'],
		['assignments[1].value', 'Row 2 of Field Data'],
		['assignments[2].name', 'Row 3 of Field Data'],
		['assignments[2].value', 'Row 3 of Field Data'],
		['assignments[3].value', 'The field "city"'],
	])('in a row of Define Below is told by its field or number: %s', (path, label) => {
		expect(refused(['fieldData', `fieldData.${path}`], rows).message).toBe(
			`${label} has an expression that gives no value: invalid in fieldData.${path}`,
		);
	});

	it('is sought in the rows that there are, and no further', () => {
		expect(refused(['fieldData', 'fieldData.assignments[4].value'], rows).message).toBe(
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

	it('that cannot be used are refused, naming the option', () => {
		expect(refusalOf(() => build({ options: { maxAttempts: 0 } })).parameter).toBe('Max Attempts');
		expect(refusalOf(() => build({ options: { proxy: 'x' } })).parameter).toBe('Proxy');
		expect(refusalOf(() => build({ options: { bodyFormat: 'xml' } })).parameter).toBe(
			'Body Format',
		);
	});
});

it('an agent whose call mixes the chat with the fields cannot map automatically', () => {
	const read = (name: string) =>
		name === 'fieldDataMode' ? 'autoMap' : PARAMETERS[name as keyof typeof PARAMETERS];
	const readFile = () => {
		throw new Error('none');
	};
	const refusal = refusalOf(() =>
		buildRequest(read, { index: 0, json: undefined, readFile }, OFFER),
	);
	expect(refusal.parameter).toBe('Field Data Mode');
	expect(refusal.message).toBe(
		'Map Automatically cannot be used by this AI agent: its call mixes the chat with the fields.',
	);
	expect(refusal.remedy).toBe(
		'Set Field Data Mode to Define Below or JSON, and let the agent fill it with $fromAI().',
	);
});
