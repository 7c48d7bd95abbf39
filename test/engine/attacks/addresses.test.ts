/*
 * Attacks through addresses: pasted ones, the credential's own, and those that a service answers with.
 * A credential goes to the host of its Base URL and to no other.
 */
import { useService } from '../useService.ts';
import { assignments, FORM, FREE_FORM, locator, SEEDED } from '../service.ts';
import { useServers } from './servers.ts';

const used = useService();
const startServer = useServers();

/** A server that answers as the service would, to whoever is fooled into asking it. */
async function startThief() {
	return await startServer((socket) => {
		socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}');
	});
}

const page = `forms/${FORM}/responses/${SEEDED}`;

describe('a pasted address', () => {
	test.each<[what: string, address: (thief: string, host: string) => string]>([
		['of another host', (thief) => `http://${thief}/${page}`],
		['with the right host before an @', (thief, host) => `http://${host}@${thief}/${page}`],
		['with the right host as a password', (thief, host) => `http://x:${host}@${thief}/${page}`],
		['with the right host in its path', (thief, host) => `http://${thief}/${host}/${page}`],
		['with upper case and a port', (thief) => `HTTP://${thief}/${page}/`],
	])('%s gives its permalinks and nothing else', async (_what, address) => {
		const thief = await startThief();
		const { host } = new URL(used.service.address);
		const pasted = locator(address(thief.host, host), 'url');
		const { output, hints } = await used.run({
			operation: 'get',
			form: pasted,
			submission: pasted,
		});
		expect(thief.heard).toStrictEqual([]);
		expect(output).toMatchObject([{ json: { found: true, submissionPermalink: SEEDED } }]);
		expect(hints.join()).toContain(`used an address on another host`);
		expect(hints.join()).toContain(`the requests went to ${host}`);
	});
});

describe('an address in an answer', () => {
	test.each([301, 302, 303, 307, 308])(
		'is not followed by a %d, whatever the operation',
		async (status) => {
			const thief = await startThief();
			used.answer({ kind: 'redirect', status, location: `http://${thief.host}/{url}` });
			for (const operation of ['create', 'delete', 'get', 'update']) {
				const { error } = await used.run({
					operation,
					form: locator(FORM),
					submission: locator(SEEDED),
					fieldData: assignments(['name', 'Ada']),
				});
				expect(error?.message).toContain('a redirect');
			}
			expect(thief.heard).toStrictEqual([]);
			expect(used.service.log.entries).toHaveLength(4);
		},
	);

	test('of a new submission is read for its permalink, and never asked', async () => {
		const thief = await startThief();
		const location = `http://${thief.host}/forms/${FREE_FORM}/responses/STOLEN2345`;
		used.answer({ kind: 'refuse', status: 201, headers: { location }, body: {} });
		const { output } = await used.create({ name: 'Ada' });
		expect(output).toMatchObject([{ json: { submissionPermalink: 'STOLEN2345' } }]);
		expect(thief.heard).toStrictEqual([]);
	});
});
