import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Editor, type StoredCredential } from './editor.ts';
import type { Owner } from './editorSession.ts';
import { installedN8n, type InstalledN8n } from './install.ts';
import { startN8n, type RunningN8n } from './n8n.ts';
import { buildPackage, installPackage, packPackage, type PackedPackage } from './nodePackage.ts';
import { startSandbox, type RunningSandbox } from './sandbox.ts';

/** How a stage is set up. */
export interface StageOptions {
	/** Told each step, one line each. */
	readonly report: (line: string) => void;
	/** Ends the set-up when aborted; what was started by then is ended too. */
	readonly signal?: AbortSignal;
	/** Port of n8n; a free one unless told. */
	readonly n8nPort?: number;
	/** Port of the sandbox; a free one unless told. */
	readonly sandboxPort?: number;
}

/** Everything that a person has in front of them: n8n with the package, and the service. */
export interface Stage {
	/** Temporary folder of all that runs, with its log files. */
	readonly folder: string;
	readonly installed: InstalledN8n;
	readonly packed: PackedPackage;
	readonly sandbox: RunningSandbox;
	readonly n8n: RunningN8n;
	readonly owner: Owner;
	readonly editor: Editor;
	/** The stored credential for the sandbox, and the data that it was made of. */
	readonly credential: StoredCredential;
	readonly credentialData: Readonly<Record<string, unknown>>;
	/**
	 * Ends n8n and the sandbox and removes the folder.
	 *
	 * @param keepFolder leaves the folder, for its log files
	 */
	close(keepFolder?: boolean): Promise<void>;
}

/** n8n asks for a capital letter and a digit. */
function newOwner(): Owner {
	return {
		email: 'owner@example.com',
		firstName: 'Olive',
		lastName: 'Owner',
		password: `Try-${randomBytes(4).toString('hex')}-1`,
	};
}

/**
 * Builds and packs the package, installs it into a fresh real n8n as a community package, starts
 * that n8n and the sandbox, makes n8n's owner and a credential for the sandbox.
 *
 * @throws MissingPiece when something outside the project is missing
 */
export async function openStage(options: StageOptions): Promise<Stage> {
	const { report, signal } = options;
	const installed = await installedN8n(report, signal);
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-submissions-'));
	const started: { stop(): Promise<void> }[] = [];
	const close = async (keepFolder = false): Promise<void> => {
		await Promise.all(started.map((service) => service.stop()));
		if (!keepFolder) await rm(folder, { recursive: true, force: true });
	};
	try {
		report('Building and packing the package …');
		await buildPackage();
		signal?.throwIfAborted();
		const packed = await packPackage(folder);
		const userFolder = join(folder, 'n8n');
		await installPackage(packed, userFolder);
		signal?.throwIfAborted();

		report(`Starting the sandbox and n8n ${installed.version} …`);
		const sandbox = await startSandbox({
			folder,
			...(options.sandboxPort === undefined ? {} : { port: options.sandboxPort }),
		});
		started.push(sandbox);
		signal?.throwIfAborted();
		const n8n = await startN8n({
			installed,
			userFolder,
			...(options.n8nPort === undefined ? {} : { port: options.n8nPort }),
		});
		started.push(n8n);
		signal?.throwIfAborted();

		const owner = newOwner();
		const editor = await Editor.setUp(n8n, installed, owner);
		const credentialData = {
			baseUrl: sandbox.made.address,
			authentication: 'accessToken',
			accessToken: sandbox.made.token,
			sendIn: 'header',
		};
		const credential = await editor.createCredential('Sandbox', 'submissionsApi', credentialData);
		return {
			folder,
			installed,
			packed,
			sandbox,
			n8n,
			owner,
			editor,
			credential,
			credentialData,
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}
