import type { INodeParameters } from 'n8n-workflow';

import { runNode } from './engine.ts';
import { assignments, FORM, FREE_FORM, locator, SEEDED } from './service.ts';
import { useService } from './useService.ts';

const used = useService();

const get = { operation: 'get', form: locator(FORM), submission: locator(SEEDED) };
const create = { operation: 'create', form: locator(FREE_FORM) };

/** An expression that n8n refuses to evaluate. */
const UNKNOWN_NODE = '={{ $("No such node").item.json.a }}';

const refusedParameters: [what: string, parameters: INodeParameters, says: string][] = [
	[
		'an empty permalink from an expression',
		{ ...get, submission: locator('={{ $json.missing }}') },
		'Submission is empty',
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
		'no field at all',
		{ ...create, fieldData: assignments(['name', '={{ $json.missing }}']) },
		'Field Data contains no fields to send',
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
