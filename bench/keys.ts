import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { namesOf } from '../e2e/across/account.ts';
import { CREATE, rowsWorkflow } from '../e2e/across/workflows.ts';
import { runCommand } from '../e2e/command.ts';
import { Editor, type StoredWorkflow } from '../e2e/editor.ts';
import { installedN8n } from '../e2e/install.ts';
import { startN8n } from '../e2e/n8n.ts';
import { buildPackage, installPackage, packPackage } from '../e2e/nodePackage.ts';
import { createDatabase } from '../e2e/queue/database.ts';
import { startSandbox } from '../e2e/sandbox.ts';
import { watchN8n } from './watch.ts';

/*
 * What Create Once Per Key costs: creates with it in the real n8n, beside a memory of so many keys, on
 * SQLite and on PostgreSQL, and the same without it. Prints a table; `node bench/keys.ts PostgreSQL`
 * does only the second half.
 */

const ITEMS = 200;
const KEYS = [0, 1_000, 10_000, 100_000];
const FORM = 'qU3uE7mO9d';
const TOKEN = 'token-of-the-bench';
/** How long the service takes for an answer, milliseconds. */
const DELAY_MS = 20;

/** The part of a database that the bench needs. */
interface Memory {
	/** Puts as many keys into the memory of a node, in place of what is there. */
	fill(workflowId: string, keys: number): Promise<void>;
	/** How often the memory was written so far. */
	writes(): Promise<number>;
}

/** n8n's memory of the node in the bench's workflow. */
const CONTEXT = 'n:node-3';

async function measure(name: string, environment: NodeJS.ProcessEnv, open: Open): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-submissions-keys-'));
	const installed = await installedN8n(console.error);
	const userFolder = join(folder, 'n8n');
	await installPackage(await packPackage(folder), userFolder);
	const fields = [{ name: 'key', label: 'Key', type: 'text', required: true }];
	const seed = { token: TOKEN, forms: [{ permalink: FORM, name: 'Bench', fields }] };
	const sandbox = await startSandbox({ folder, args: ['--seed', JSON.stringify(seed)] });
	await sandbox.set('faults', { rules: [`slow:${DELAY_MS}`] });
	const n8n = await startN8n({
		installed,
		userFolder,
		environment,
	});
	try {
		const editor = await Editor.setUp(n8n, installed, {
			email: 'owner@example.com',
			firstName: 'Olive',
			lastName: 'Owner',
			password: 'Bench-of-keys-1',
		});
		const credential = await editor.createCredential('Service', 'submissionsApi', {
			baseUrl: sandbox.made.address,
			authentication: 'accessToken',
			accessToken: TOKEN,
			sendIn: 'header',
		});
		const memory = open(userFolder);
		const workflowOf = async (path: string, withKeys: boolean): Promise<StoredWorkflow> => {
			const workflow = rowsWorkflow({
				path,
				credential,
				form: FORM,
				onError: 'stopWorkflow',
				withKeys,
				keysToRemember: 100_000,
				requestsAtOnce: 5,
			});
			const stored = await editor.createWorkflow(workflow);
			await editor.publish(stored);
			return stored;
		};
		const run = async (stored: StoredWorkflow, path: string, rows: string) => {
			const before = await memory.writes();
			const watch = watchN8n(n8n);
			for (;;) {
				const response = await fetch(`${n8n.url}/webhook/${path}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ rows, count: ITEMS }),
				});
				if (response.ok) break;
				await wait(200);
			}
			let last = (await editor.executionsOf(stored))[0];
			while (last === undefined || last.status === 'running' || last.status === 'new') {
				await wait(100);
				last = (await editor.executionsOf(stored))[0];
			}
			const looks = await watch.stop();
			const execution = await editor.finished(last.id);
			const ms = execution.runs[CREATE]?.[0]?.executionTime ?? NaN;
			if (execution.status !== 'success') throw new Error(execution.error?.message);
			const stall = Math.max(...looks.map(({ askedAt, answeredAt }) => answeredAt - askedAt));
			const writes = (await memory.writes()) - before;
			return { ms: ms / ITEMS, writes: writes / ITEMS, stall };
		};
		const line = (what: string, { ms, writes, stall }: Awaited<ReturnType<typeof run>>) => {
			console.log(
				`| ${name} | ${what} | ${ms.toFixed(1)} | ${writes.toFixed(2)} | ${Math.round(stall)} |`,
			);
		};
		const without = await workflowOf('without', false);
		await run(without, 'without', 'warm');
		line('without it', await run(without, 'without', 'plain'));
		const withKeys = await workflowOf('with', true);
		for (const keys of KEYS) {
			await memory.fill(withKeys.id, keys);
			line(`${keys} keys, new rows`, await run(withKeys, 'with', `with-${keys}`));
			line(`${keys} keys, the same rows again`, await run(withKeys, 'with', `with-${keys}`));
		}
		const stored = (await sandbox.submissions()).map(({ data }) => data['key']);
		const expected = KEYS.flatMap((keys) => namesOf(`with-${keys}`, ITEMS));
		if (expected.some((key) => stored.filter((other) => other === key).length !== 1)) {
			throw new Error('A row is not stored just once');
		}
	} finally {
		await n8n.stop();
		await sandbox.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

type Open = (userFolder: string) => Memory;

const openSqlite: Open = (userFolder) => {
	const database = new DatabaseSync(join(userFolder, '.n8n', 'database.sqlite'), {
		timeout: 10_000,
	});
	database.exec(`CREATE TABLE bench_writes (number INTEGER);
		CREATE TRIGGER bench_update AFTER UPDATE ON processed_data BEGIN INSERT INTO bench_writes VALUES (1); END;
		CREATE TRIGGER bench_insert AFTER INSERT ON processed_data BEGIN INSERT INTO bench_writes VALUES (1); END;`);
	return {
		fill: async (workflowId, keys) => {
			database.prepare('DELETE FROM processed_data').run();
			if (keys > 0) {
				database
					.prepare('INSERT INTO processed_data (workflowId, context, value) VALUES (?, ?, ?)')
					.run(workflowId, CONTEXT, valueOf(keys));
			}
			await Promise.resolve();
		},
		writes: async () => {
			const row = database.prepare('SELECT count(*) AS count FROM bench_writes').get();
			return await Promise.resolve(Number(row?.['count']));
		},
	};
};

/** As n8n writes it: the hashes of the keys, in a list. */
function valueOf(keys: number): string {
	const data = Array.from({ length: keys }, () => randomBytes(16).toString('base64'));
	return JSON.stringify({ mode: 'entries', data });
}

function openPostgres(environment: NodeJS.ProcessEnv): Memory {
	const psql = async (sql: string): Promise<string> => {
		const { code, output } = await runCommand('psql', ['-qAt', '-c', sql], {
			cwd: '/',
			env: {
				...process.env,
				PGHOST: environment['DB_POSTGRESDB_HOST'],
				PGPORT: environment['DB_POSTGRESDB_PORT'],
				PGUSER: environment['DB_POSTGRESDB_USER'],
				PGPASSWORD: environment['DB_POSTGRESDB_PASSWORD'],
				PGDATABASE: environment['DB_POSTGRESDB_DATABASE'],
			},
		});
		if (code !== 0) throw new Error(output);
		return output.trim();
	};
	const counting = psql(`CREATE TABLE bench_writes (number INTEGER);
		CREATE FUNCTION bench_write() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN INSERT INTO bench_writes VALUES (1); RETURN NULL; END $$;
		CREATE TRIGGER bench_trigger AFTER INSERT OR UPDATE ON processed_data
			FOR EACH ROW EXECUTE FUNCTION bench_write();`);
	return {
		fill: async (workflowId, keys) => {
			await psql('DELETE FROM processed_data');
			if (keys === 0) return;
			await psql(`INSERT INTO processed_data ("workflowId", context, value)
				SELECT '${workflowId}', '${CONTEXT}', json_build_object('mode', 'entries', 'data',
					json_agg(encode(decode(md5(random()::text || n), 'hex'), 'base64')))::text
				FROM generate_series(1, ${keys}) n`);
		},
		writes: async () => {
			await counting;
			return Number(await psql('SELECT count(*) FROM bench_writes'));
		},
	};
}

await buildPackage();
console.log('| Database | Creates | ms an item | Writes an item | n8n stalled, ms |');
console.log('| --- | --- | --: | --: | --: |');
if (process.argv[2] !== 'PostgreSQL') await measure('SQLite', {}, openSqlite);
const database = await createDatabase(`bench_keys_${randomBytes(4).toString('hex')}`);
try {
	await measure('PostgreSQL', database.environment, () => openPostgres(database.environment));
} finally {
	await database.drop();
}
