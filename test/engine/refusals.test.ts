import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { runNode } from './engine.ts';
import { assignments, FORM, FREE_FORM, locator, SEEDED, TOKEN } from './service.ts';
import { useService } from './useService.ts';

const used = useService();

const get = { operation: 'get', form: locator(FORM), submission: locator(SEEDED) };
const create = { operation: 'create', form: locator(FREE_FORM) };

/** An expression that n8n refuses to evaluate. */
const UNKNOWN_NODE = '={{ $("No such node").item.json.a }}';

const refusedParameters: [what: string, parameters: INodeParameters, says: string][] = [
	[
		'a permalink of 9 characters',
		{ ...get, form: locator('={{ "FORM23456" }}') },
		'Form is "FORM23456", which has 9 characters',
	],
	[
		'a permalink of 11 characters',
		{ ...get, submission: locator('={{ "SUBMiSSi2n1" }}') },
		'Submission is "SUBMiSSi2n1", which has 11 characters',
	],
	[
		'a permalink with a slash',
		{ ...get, submission: locator('={{ "../../../x" }}') },
		'Submission is "../../../x", which holds',
	],
	[
		'an empty permalink from an expression',
		{ ...get, submission: locator('={{ $json.missing }}') },
		'Submission is empty',
	],
	[
		'an address without a permalink',
		{ ...get, form: locator('={{ "https://forms.example.com/settings" }}', 'url') },
		"holds no form's permalink",
	],
	[
		'a submission of another form',
		{
			...get,
			submission: locator(`https://forms.example.com/forms/FORM765432/responses/${SEEDED}`, 'url'),
		},
		'belongs to the form "FORM765432"',
	],
	[
		'a form whose expression fails',
		{ ...get, form: locator(UNKNOWN_NODE) },
		"Form has an expression that gives no value: Referenced node doesn't exist",
	],
	[
		'a submission whose expression fails',
		{ ...get, submission: locator(UNKNOWN_NODE) },
		'Submission has an expression that gives no value: ',
	],
	[
		'an option whose expression fails',
		{ ...get, options: { timeout: '={{ 1000 }}', returnFields: UNKNOWN_NODE } },
		'The option Fields to Return has an expression that gives no value: ',
	],
	[
		'fields to ignore whose expression fails',
		{ ...create, fieldDataMode: 'autoMap', ignoreFields: UNKNOWN_NODE },
		'Fields to Ignore has an expression that gives no value: ',
	],
	[
		'a field whose expression fails',
		{ ...create, fieldData: assignments(['a', '={{ 1 + 1 }}'], ['b', UNKNOWN_NODE]) },
		'The field "b" has an expression that gives no value: ',
	],
	[
		'a name of a field whose expression fails',
		{ ...create, fieldData: assignments(['a', '={{ 1 + 1 }}'], [UNKNOWN_NODE, 'x']) },
		'Row 2 of Field Data has an expression that gives no value: ',
	],
	[
		'JSON whose expression fails',
		{ ...create, fieldDataMode: 'json', fieldDataJson: UNKNOWN_NODE },
		'Field Data (JSON) has an expression that gives no value: ',
	],
	[
		'JSON that is a list',
		{ ...create, fieldDataMode: 'json', fieldDataJson: '[1]' },
		'Field Data (JSON) is a list, not an object',
	],
	[
		'JSON that is a number',
		{ ...create, fieldDataMode: 'json', fieldDataJson: '={{ 5 }}' },
		'Field Data (JSON) is a number, not an object',
	],
	[
		'JSON that cannot be read',
		{ ...create, fieldDataMode: 'json', fieldDataJson: '{\n "a": }' },
		'line 2, column 7',
	],
	[
		'no field at all',
		{ ...create, fieldData: assignments(['name', '={{ $json.missing }}']) },
		'Field Data holds no field to send',
	],
	[
		'a field named twice',
		{ ...create, fieldData: assignments(['a', '1'], ['a', '2']) },
		'The field "a" stands in two rows of Field Data',
	],
];

test.each(refusedParameters)('%s is refused, and nothing is sent', async (_, parameters, says) => {
	const stopped = await runNode({ credential: used.service.credential, parameters });
	expect(stopped.error?.message).toContain(says);
	expect(stopped.error).toMatchObject({ context: { itemIndex: 0 } });

	const continued = await runNode({
		credential: used.service.credential,
		parameters,
		onError: 'continueRegularOutput',
	});
	expect(continued.error).toBeUndefined();
	expect(continued.output).toMatchObject([
		{
			json: {
				error: expect.stringContaining(says) as string,
				details: { outcome: 'notSent', attempts: 0 },
			},
		},
	]);
	expect(used.service.log.entries).toStrictEqual([]);
});

const refusedCredentials: [what: string, data: ICredentialDataDecryptedObject, says: string][] = [
	[
		'a base URL without a scheme',
		{ baseUrl: 'forms.example.com' },
		'The Base URL does not start with https://',
	],
	[
		'http off this machine',
		{ baseUrl: 'http://forms.example.com' },
		'The Base URL starts with http://',
	],
	[
		'a token with a line break',
		{ accessToken: `${TOKEN}\n` },
		'The Access Token holds white space',
	],
	[
		'a token with a header in it',
		{ accessToken: 'x\r\nX-Other: y' },
		'The Access Token holds white space',
	],
];

test.each(refusedCredentials)('%s is refused, and nothing is sent', async (_, data, says) => {
	const credential = { ...used.service.credential, ...data };
	const { error } = await runNode({ credential, parameters: get });
	expect(error?.message).toContain(says);
	const continued = await runNode({ credential, parameters: get, onError: 'continueErrorOutput' });
	expect(continued.output).toStrictEqual([]);
	expect(continued.errors).toHaveLength(1);
	expect(used.service.log.entries).toStrictEqual([]);
});
