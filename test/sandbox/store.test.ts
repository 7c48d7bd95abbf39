import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/app.ts';

let folder = '';

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Builds a sandbox over the test's file, lets it be used, and closes it. */
async function reopened<Result>(
	use: (sandbox: Sandbox) => Result,
	options: SandboxOptions = {},
): Promise<Result> {
	const sandbox = await buildSandbox({ data: join(folder, 'data.sqlite'), ...options });
	const result = use(sandbox);
	await sandbox.close();
	return result;
}

it('keeps everything in a file where one is given', async () => {
	const first = await reopened(({ seeded, store }) => {
		store.submissions.create(seeded.forms[0]?.permalink ?? '', { name: 'Ünï' });
		return { forms: seeded.forms, stored: store.submissions.all() };
	});
	await reopened(({ seeded, store }) => {
		expect(store.submissions.all()).toStrictEqual(first.stored);
		expect(seeded.forms).toMatchObject(first.forms.map(({ permalink }) => ({ permalink })));
		expect(store.forms.list()).toHaveLength(2);
	});
});

it('stores neither the password nor the token itself', async () => {
	const { seeded } = await reopened(({ seeded: made, store }) => {
		store.accessTokens.create(1, 'Mine', 'a-token-to-look-for');
		return { seeded: made };
	});
	const bytes = await readFile(join(folder, 'data.sqlite'), 'latin1');
	expect(bytes).toContain(seeded.username);
	for (const secret of [seeded.password, seeded.token, 'a-token-to-look-for']) {
		expect(bytes).not.toContain(secret);
	}
});

it('seeds two forms with submissions where nothing is fixed', async () => {
	await reopened(({ seeded, store }) => {
		expect(seeded.forms).toMatchObject([{ name: 'Contact requests' }, { name: 'Equipment loans' }]);
		const permalinks = seeded.forms.flatMap(({ submissions }) =>
			submissions.map(({ permalink }) => permalink),
		);
		expect(store.submissions.all().map(({ permalink }) => permalink)).toStrictEqual(permalinks);
		expect(permalinks.length).toBeGreaterThan(3);
	});
});

it('has samples that its own forms take', async () => {
	const sandbox = await buildSandbox();
	const base = await sandbox.listen();
	const headers = {
		authorization: `Bearer ${sandbox.seeded.token}`,
		'content-type': 'application/json',
	};
	for (const { permalink, submissions } of sandbox.seeded.forms) {
		for (const { data } of submissions) {
			const init = { method: 'POST', headers, body: JSON.stringify(data) };
			const url = `${base}/api/v1/forms/${permalink}/submissions/new`;
			expect((await fetch(url, init)).status).toBe(201);
		}
	}
	await sandbox.close();
});
