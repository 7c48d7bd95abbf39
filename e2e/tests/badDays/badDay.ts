import { randomBytes } from 'node:crypto';
import { afterEach } from 'node:test';
import { freePort } from '../../ports.ts';
import type { Change } from '../examplesInUse.ts';
import { sharedStage } from '../sharedStage.ts';

/** A permalink that no submission has. */
export const GONE = 'gone567890';

/** How the service behaves. */
interface Faults {
	readonly faults?: readonly (string | object)[];
	readonly choices?: object;
}

/** What a person changed, and how the service behaves, on one bad day of an example. */
export interface BadDay extends Faults {
	readonly day: string;
	readonly change?: () => Promise<Change>;
}

/** A day on which nothing goes wrong. */
export const goodDay: Faults = {};

/** Lets the sandbox behave as it does on such a day, until the test has ended. */
export async function on({ faults = [], choices }: Faults): Promise<void> {
	const { sandbox } = await sharedStage();
	await sandbox.set('faults', { rules: faults });
	await sandbox.set('choices', choices);
}

afterEach(async () => {
	const { sandbox } = await sharedStage();
	await sandbox.set('faults', undefined);
	await sandbox.set('choices', undefined);
});

/** A name that no other row or submission of the run has. */
export function unique(): string {
	return randomBytes(6).toString('hex');
}

async function otherCredential(name: string, data: object): Promise<Change> {
	const { editor, credentialData } = await sharedStage();
	const changed = { ...credentialData, ...data };
	return { credential: await editor.createCredential(name, 'submissionsApi', changed) };
}

/** Nobody listens at the credential's address. */
export async function noConnection(): Promise<Change> {
	return await otherCredential('Nobody there', { baseUrl: `http://127.0.0.1:${await freePort()}` });
}

/** The credential's token is none that the service knows. */
export async function cancelledToken(): Promise<Change> {
	return await otherCredential('Wrong token', { accessToken: 'not-the-token' });
}

/** The form's permalink is none that the service knows. */
export function mistypedForm(): Promise<Change> {
	return Promise.resolve({ form: 'wrongForm1' });
}
