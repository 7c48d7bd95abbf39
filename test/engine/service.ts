import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { buildSandbox } from '../../sandbox/app.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/app.ts';

export const TOKEN = 'sandbox-token/with+signs=';
export const USERNAME = 'operations';
export const PASSWORD = 'pass word "quoted" & more';
export const FORM = 'FORM234567';
export const FREE_FORM = 'FORM765432';
export const SEEDED = 'SUBMiSSi2n';

/** A sandbox that listens, with the address and credential that reach it. */
export interface Service extends Sandbox {
	readonly address: string;
	readonly credential: ICredentialDataDecryptedObject;
}

/** Starts a sandbox with one form that checks its fields, one that takes anything, and one submission in each. */
export async function startService(options: SandboxOptions = {}): Promise<Service> {
	const sandbox = await buildSandbox({
		...options,
		seed: {
			token: TOKEN,
			username: USERNAME,
			password: PASSWORD,
			forms: [
				{
					permalink: FORM,
					name: 'Contacts',
					fields: [
						{ name: 'name', label: 'Name', type: 'text', required: true },
						{ name: 'age', label: 'Age', type: 'number', required: false },
					],
					submissions: [{ permalink: SEEDED, data: { name: 'Seeded', age: 1 } }],
				},
				{ permalink: FREE_FORM, name: 'Anything', fields: [], submissions: [] },
			],
		},
	});
	const address = await sandbox.listen();
	return {
		...sandbox,
		address,
		credential: tokenFor(address),
	};
}

/** A credential for a Base URL: an access token in the header, the usual way. */
export function tokenFor(baseUrl: string): ICredentialDataDecryptedObject {
	return { baseUrl, authentication: 'accessToken', accessToken: TOKEN, sendIn: 'header' };
}

/** A credential in each of the four ways, without a Base URL. */
export const WAYS: readonly ICredentialDataDecryptedObject[] = ['header', 'query'].flatMap(
	(sendIn) => [
		{ authentication: 'accessToken', accessToken: TOKEN, sendIn },
		{ authentication: 'usernamePassword', username: USERNAME, password: PASSWORD, sendIn },
	],
);

/** A locator as the editor stores it. */
export function locator(value: string, mode: 'id' | 'url' = 'id') {
	return { __rl: true, mode, value };
}

/** Rows of Define Below as the editor stores them. */
export function assignments(
	...rows: readonly (readonly [name: string, value: unknown, type?: string])[]
) {
	return {
		assignments: rows.map(([name, value, type = 'string'], index) => ({
			id: String(index),
			name,
			value: value as string,
			type,
		})),
	};
}
