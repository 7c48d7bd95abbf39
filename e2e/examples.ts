import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredWorkflow } from './editor.ts';
import { projectFolder } from './nodePackage.ts';
import type { Stage } from './stage.ts';
import { readWorkflow, withCredential, type Workflow } from './workflow.ts';

/** Folder of the importable workflows. */
export const examplesFolder = join(projectFolder, 'examples');

/** An example as its file has it, and as n8n keeps it. */
export interface ImportedExample {
	readonly workflow: Workflow;
	readonly stored: StoredWorkflow;
}

/**
 * Imports every example as a person does, choosing the credential for the sandbox.
 *
 * @returns the imported examples, by file name
 */
export async function importExamples({
	editor,
	credential,
}: Stage): Promise<Map<string, ImportedExample>> {
	const files = (await readdir(examplesFolder)).filter((file) => file.endsWith('.json')).sort();
	const imported = new Map<string, ImportedExample>();
	for (const file of files) {
		const workflow = await readWorkflow(join(examplesFolder, file));
		const chosen = withCredential(workflow, credential.type, credential);
		imported.set(file, { workflow, stored: await editor.createWorkflow(chosen) });
	}
	return imported;
}
