import type { INodeParameters } from 'n8n-workflow';

import { assignments, locator } from './service.ts';
import { GET_SEEDED as get, useService } from './useService.ts';

const used = useService();

const create = { operation: 'create' };

/** An expression that n8n refuses to evaluate. */
const UNKNOWN_NODE = '={{ $("No such node").item.json.a }}';
const GOOD = ['a', '={{ 1 + 1 }}'] as const;

/** What is named where n8n refuses to evaluate an expression, and where that stands. */
const FAILING: readonly (readonly [names: string, parameters: INodeParameters])[] = [
	['Form', { ...get, form: locator(UNKNOWN_NODE) }],
	['Submission', { ...get, submission: locator(UNKNOWN_NODE) }],
	[
		'The option Fields to Return',
		{ ...get, options: { timeout: '={{ 1000 }}', returnFields: UNKNOWN_NODE } },
	],
	['Fields to Ignore', { ...create, fieldDataMode: 'autoMap', ignoreFields: UNKNOWN_NODE }],
	['The field "b"', { ...create, fieldData: assignments(GOOD, ['b', UNKNOWN_NODE]) }],
	['Row 2 of Field Data', { ...create, fieldData: assignments(GOOD, [UNKNOWN_NODE, 'x']) }],
	['Field Data (JSON)', { ...create, fieldDataMode: 'json', fieldDataJson: UNKNOWN_NODE }],
];

const refusedParameters: [what: string, parameters: INodeParameters, says: string][] = [
	['no permalink', { ...get, submission: locator('={{ $json.missing }}') }, 'Submission is empty'],
	[
		'no field at all',
		{ ...create, fieldData: assignments(['name', '={{ $json.missing }}']) },
		'Field Data contains no fields to send',
	],
	...FAILING.map(([names, parameters]): [string, INodeParameters, string] => [
		`an expression that fails: ${names}`,
		parameters,
		`${names} has an expression that gives no value: Referenced node doesn't exist`,
	]),
];

test.each(refusedParameters)('%s is refused, and nothing is sent', async (_, parameters, says) => {
	const refused = await used.refusal(parameters);
	expect(refused.message).toContain(says);
	expect(refused).toMatchObject({ context: { itemIndex: 0 } });

	const continued = await used.run(parameters, undefined, { onError: 'continueRegularOutput' });
	expect(continued.error).toBeUndefined();
	expect(continued.output[0]?.json).toMatchObject({
		error: expect.stringContaining(says) as string,
		details: { outcome: 'notSent', attempts: 0 },
	});
	expect(used.service.log.entries).toStrictEqual([]);
});
