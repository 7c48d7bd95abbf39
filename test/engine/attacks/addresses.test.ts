/*
 * Attacks through addresses: pasted ones, the credential's own, and those that a service answers with.
 * A credential goes to the host of its Base URL and to no other.
 */
import { runNode } from '../engine.ts';
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
	test.each([
		['of another host', (thief: string) => `http://${thief}/${page}`],
		[
			'with the right host before an @',
			(thief: string, host: string) => `http://${host}@${thief}/${page}`,
		],
		[
			'with the right host as a password',
			(thief: string, host: string) => `http://x:${host}@${thief}/${page}`,
		],
		[
			'with the right host in its path',
			(thief: string, host: string) => `http://${thief}/${host}/${page}`,
		],
		['with upper case and a port', (thief: string) => `HTTP://${thief}/${page}/`],
	])('%s gives its permalinks and nothing else', async (_what, address) => {
		const thief = await startThief();
		const { host } = new URL(used.service.address);
		const { output, hints } = await used.run({
			operation: 'get',
			form: locator(address(thief.host, host), 'url'),
			submission: locator(address(thief.host, host), 'url'),
		});
		expect(thief.heard).toStrictEqual([]);
		expect(output).toMatchObject([{ json: { found: true, submissionPermalink: SEEDED } }]);
		expect(hints.join()).toContain(`used an address on another host`);
		expect(hints.join()).toContain(`the requests went to ${host}`);
	});

	test.each([
		['that hides a line break', `https://forms.example.com/forms/${FORM}/responses/SUBMi\nSSi2n`],
		['that hides an invisible character', `https://forms.example\u200B.com/${page}`],
		['with a path that goes up', `https://forms.example.com/${page}/../../../../admin`],
		['of another scheme', `file:///${page}`],
		['of a script', `javascript:alert(1)//${page}`],
	])('%s is refused', async (_what, address) => {
		const { error } = await used.run({
			operation: 'get',
			form: locator(FORM),
			submission: locator(`={{ ${JSON.stringify(address)} }}`, 'url'),
		});
		expect(error).toMatchObject({ context: { details: { outcome: 'notSent', attempts: 0 } } });
		expect(used.service.log.entries).toStrictEqual([]);
	});

	test('that carries a token is refused without a word of it', async () => {
		const address = 'https://me:hunter22@forms.example.com/x?access_token=hunter23#hunter24';
		const { error } = await used.run(
			{
				operation: 'get',
				form: locator('={{ $json.address }}', 'url'),
				submission: locator(SEEDED),
			},
			[{ json: { address } }],
		);
		expect(error?.message).toContain("holds no form's permalink");
		expect(JSON.stringify(error)).not.toContain('hunter2');
	});
});

describe('a Base URL', () => {
	test.each([
		['with the loopback name as a subdomain', 'http://localhost.example.com'],
		['with the loopback address as a subdomain', 'http://127.0.0.1.example.com'],
		['with the loopback address before an @', 'http://127.0.0.1@example.com'],
		['with the loopback address in its fragment', 'http://example.com#@127.0.0.1'],
		['with a backslash that ends the host', 'https://forms.example.com\\@example.org'],
		['with a line break in it', 'https://forms.example\n.com'],
		['with a full-width dot in the loopback address', 'http://127.0.0.1\uFF0Eexample.com'],
		['with a query that swallows the path', 'https://forms.example.com/?to='],
		['of another scheme', 'ftp://127.0.0.1'],
		['without a host', 'https://'],
	])('%s is refused before anything is sent', async (_what, baseUrl) => {
		const { error } = await runNode({
			credential: { ...used.service.credential, baseUrl },
			parameters: { operation: 'get', form: locator(FORM), submission: locator(SEEDED) },
		});
		expect(error?.message).toMatch(/^The Base URL /);
		expect(error).toMatchObject({ context: { details: { outcome: 'notSent', attempts: 0 } } });
	});
});

describe('an address in an answer', () => {
	test.each([301, 302, 303, 307, 308])(
		'is not followed by a %d, whatever the operation',
		async (status) => {
			const thief = await startThief();
			used.service.faults.set({
				rules: [{ then: { kind: 'redirect', status, location: `http://${thief.host}/{url}` } }],
			});
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
		used.service.faults.set({
			rules: [
				{
					then: {
						kind: 'refuse',
						status: 201,
						headers: { location: `http://${thief.host}/forms/${FREE_FORM}/responses/STOLEN2345` },
						body: {},
					},
				},
			],
		});
		const { output } = await used.run({
			operation: 'create',
			fieldData: assignments(['name', 'Ada']),
		});
		expect(output).toMatchObject([{ json: { submissionPermalink: 'STOLEN2345' } }]);
		expect(thief.heard).toStrictEqual([]);
	});
});
