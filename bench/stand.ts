import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Editor } from '../e2e/editor.ts';
import type { Owner } from '../e2e/editorSession.ts';
import { installedN8n, type InstalledN8n } from '../e2e/install.ts';
import { startN8n, type RunningN8n } from '../e2e/n8n.ts';
import { buildPackage, installPackage, packPackage } from '../e2e/nodePackage.ts';
import { freePort } from '../e2e/ports.ts';
import { startSandbox, type RunningSandbox } from '../e2e/sandbox.ts';
import type { Target } from './contenders.ts';
import { EARLIER_CREDENTIAL, installEarlier } from './earlierPackage.ts';
import { installFloor } from './floorPackage.ts';
import { inspectorAddress, openInspector, type Inspector } from './inspector.ts';
import { openSecureFront } from './secureFront.ts';
import { fieldName } from './task.ts';

const FORM = 'bE7nC2hM9k';
const TOKEN = 'token-of-the-measurements';
const CREDENTIAL = 'Service';
const READABLE = 500;

const OWNER: Owner = {
	email: 'owner@example.com',
	firstName: 'Olive',
	lastName: 'Owner',
	password: 'Measure-them-1',
};

/** An n8n of its own, signed in to. */
export interface Seat {
	readonly n8n: RunningN8n;
	readonly editor: Editor;
	/** A connection to its inspector, which is at rest until it is asked. */
	readonly inspector: Inspector;
	/** Ends it and removes its folder. */
	close(): Promise<void>;
}

/** What all measurements share: the installed n8n, a prepared user folder, the service. */
export interface Stand {
	readonly installed: InstalledN8n;
	/** Folder of everything that runs, with the log files. */
	readonly folder: string;
	readonly target: Target;
	/** The same service over HTTPS. */
	readonly secureTarget: Target;
	/** Submissions that are there to be read. */
	readonly permalinks: readonly string[];
	/** Version of the package that is measured beside this one, if any. */
	readonly earlierVersion: string | undefined;
	readonly sandbox: () => RunningSandbox;
	/**
	 * Starts the service anew, empty but for what is there to be read.
	 *
	 * @param port where it listens; where the target says unless told
	 */
	renewSandbox(port?: number): Promise<void>;
	/** Starts a fresh n8n whose user folder is a copy of the prepared one. */
	openSeat(name: string): Promise<Seat>;
	/** Ends everything that still runs and removes the folder. */
	close(): Promise<void>;
}

/**
 * Builds and packs the package, and prepares a user folder of n8n with the package, the floor, an
 * owner and a credential for the service.
 *
 * @param report told each step, one line each
 * @param earlier folder of an earlier version, built, to be installed beside this one
 * @throws MissingPiece where that folder has no built package
 */
export async function openStand(report: (line: string) => void, earlier?: string): Promise<Stand> {
	const installed = await installedN8n(report);
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-submissions-bench-'));
	report('Building and packing the package …');
	await buildPackage();
	const packed = await packPackage(folder);
	const prepared = join(folder, 'prepared');
	await installPackage(packed, prepared);
	await installFloor(prepared);
	const earlierVersion =
		earlier === undefined ? undefined : await installEarlier(earlier, prepared);

	const sandboxPort = await freePort();
	const permalinks = Array.from(
		{ length: READABLE },
		(_, index) => `read${String(index).padStart(6, '0')}`,
	);
	const seed = sandboxSeed(permalinks);
	const openSandbox = async (port = sandboxPort): Promise<RunningSandbox> =>
		await startSandbox({ folder, port, args: ['--seed', JSON.stringify(seed)] });
	let sandbox = await openSandbox();

	report(`Preparing n8n ${installed.version} …`);
	const first = await startN8n({ installed, userFolder: prepared, name: 'prepared' });
	const editor = await Editor.setUp(first, installed, OWNER);
	const targetAt = async (address: string): Promise<Target> => {
		const access = {
			baseUrl: address,
			authentication: 'accessToken',
			accessToken: TOKEN,
			sendIn: 'header',
		};
		return {
			address,
			form: FORM,
			credential: await editor.createCredential(CREDENTIAL, 'submissionsApi', access),
			earlierCredential:
				earlierVersion === undefined
					? undefined
					: await editor.createCredential(`${CREDENTIAL}, earlier`, EARLIER_CREDENTIAL, access),
		};
	};
	const secureFront = await openSecureFront(folder, sandboxPort);
	const target = await targetAt(sandbox.made.address);
	const secureTarget = await targetAt(secureFront.address);
	await first.stop();

	const seats = new Set<Seat>();
	return {
		installed,
		folder,
		target,
		secureTarget,
		earlierVersion,
		permalinks,
		sandbox: () => sandbox,
		renewSandbox: async (port) => {
			await sandbox.stop();
			sandbox = await openSandbox(port);
		},
		openSeat: async (name) => {
			const userFolder = join(folder, name);
			await cp(prepared, userFolder, { recursive: true });
			const environment = {
				...secureFront.environment,
				NODE_OPTIONS: '--inspect=127.0.0.1:0',
			};
			const n8n = await startN8n({ installed, userFolder, name, environment });
			const inspector = await openInspector(inspectorAddress(await readFile(n8n.logFile, 'utf8')));
			const seat: Seat = {
				n8n,
				inspector,
				editor: await Editor.signIn(n8n, installed, OWNER),
				close: async () => {
					seats.delete(seat);
					inspector.close();
					await n8n.stop();
					await rm(userFolder, { recursive: true, force: true });
				},
			};
			seats.add(seat);
			return seat;
		},
		close: async () => {
			await Promise.all([...seats].map((seat) => seat.close()));
			secureFront.close();
			await sandbox.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

function sandboxSeed(permalinks: readonly string[]): object {
	const names = Array.from({ length: 20 }, (_, index) => fieldName(index));
	return {
		token: TOKEN,
		forms: [
			{
				permalink: FORM,
				name: 'Measured',
				fields: names.map((name) => ({ name, label: name, type: 'text', required: false })),
				submissions: permalinks.map((permalink) => ({
					permalink,
					data: Object.fromEntries(names.slice(0, 5).map((name) => [name, `of ${permalink}`])),
				})),
			},
		],
	};
}
