import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placePackage } from './placedPackage.ts';

const PACKAGE = 'n8n-nodes-floor';

/** The node type of the floor. */
export const FLOOR_TYPE = `${PACKAGE}.floor`;

/**
 * The least that any node has to do which sends each item through n8n's own request function with a
 * credential: a loop with so many lanes, and nothing else. No expression, no check, no account.
 */
const NODE = `
class Floor {
	constructor() {
		this.description = {
			displayName: 'Floor',
			name: 'floor',
			group: ['output'],
			version: 1,
			description: 'A bare loop',
			defaults: { name: 'Floor' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'submissionsApi', required: true }],
			properties: [
				{ displayName: 'Operation', name: 'operation', type: 'string', default: 'create' },
				{ displayName: 'Address', name: 'address', type: 'string', default: '' },
				{ displayName: 'At Once', name: 'atOnce', type: 'number', default: 5 },
			],
		};
	}

	async execute() {
		const items = this.getInputData();
		const operation = this.getNodeParameter('operation', 0);
		const address = this.getNodeParameter('address', 0);
		const atOnce = this.getNodeParameter('atOnce', 0);
		const output = new Array(items.length);
		let next = 0;
		const lane = async () => {
			while (next < items.length) {
				const index = next++;
				const { json } = items[index];
				const options =
					operation === 'create'
						? { method: 'POST', url: address + '/new', body: json, json: true }
						: { method: 'GET', url: address + '/' + json.permalink, json: true };
				const answer = await this.helpers.httpRequestWithAuthentication.call(
					this,
					'submissionsApi',
					options,
				);
				output[index] = { json: answer, pairedItem: { item: index } };
			}
		};
		await Promise.all(Array.from({ length: atOnce }, lane));
		return [output];
	}
}
module.exports = { Floor };
`;

/**
 * Puts the floor's package beside the packages that are installed in an n8n.
 *
 * @param userFolder n8n's user folder, with at least one package installed in it
 */
export async function installFloor(userFolder: string): Promise<void> {
	const n8n = { n8nNodesApiVersion: 1, nodes: ['Floor.node.js'] };
	await placePackage(userFolder, { name: PACKAGE, version: '0.0.1', n8n }, async (folder) => {
		await writeFile(join(folder, 'Floor.node.js'), NODE);
	});
}
