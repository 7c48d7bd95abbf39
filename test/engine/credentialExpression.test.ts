/*
 * A credential whose fields hold expressions, which n8n evaluates for an item.
 */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { EXPRESSION_ENGINES, useExpressionEngine } from './fieldData/expressionEngines.ts';
import { TOKEN } from './service.ts';
import { useService } from './useService.ts';

const used = useService();

/** Items that name the service and its token; all but the first name another token beside it. */
const itemsFor = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		n,
		url: used.service.address,
		token: TOKEN,
		own: n === 0 ? TOKEN : 'another',
	}));

const createWith = (credential: ICredentialDataDecryptedObject, count: number) =>
	used.create(
		itemsFor(count),
		{ fieldDataMode: 'autoMap' },
		{
			credential: { ...used.service.credential, ...credential },
			variables: { url: used.service.address, token: TOKEN },
		},
	);

describe.each(EXPRESSION_ENGINES)('with the expression engine %s', (engine) => {
	useExpressionEngine(engine);

	test.each([
		{ baseUrl: '={{ $vars.url }}', accessToken: '={{ $vars.token }}' },
		{ accessToken: '={{ $("Start").first().json.token }}' },
		{ baseUrl: '={{ $json.url }}', accessToken: '={{ $("Start").item.json.token }}' },
	])('one that is the same for all items is used for all: %j', async (credential) => {
		const { error } = await createWith(credential, 2);
		expect(error).toBeUndefined();
		expect(used.service.log.entries.map(({ status }) => status)).toStrictEqual([201, 201]);
	});

	const ofItem: ICredentialDataDecryptedObject[] = [
		{ baseUrl: '={{ $json.url + ($json.n === 0 ? "" : "/other") }}' },
		{ accessToken: '={{ $json.own }}' },
		{ accessToken: `={{ $itemIndex === 0 ? "${TOKEN}" : "another" }}` },
	];

	test.each(ofItem)('one that depends on the item sends a single item: %j', async (credential) => {
		const { error } = await createWith(credential, 1);
		expect(error).toBeUndefined();
		expect(used.service.log.entries.map(({ status }) => status)).toStrictEqual([201]);
	});

	test.each(ofItem)(
		'one that depends on the item is refused for several, as it would be that of the first: %j',
		async (credential) => {
			const { error } = await createWith(credential, 2);
			expect(error?.message).toContain(
				'has an expression that gives items of this run another host',
			);
			expect(error?.description).toContain('Loop Over Items');
			expect(used.service.log.entries).toStrictEqual([]);
		},
	);
});
