import type { ICredentialsDecrypted, IExecuteFunctions } from 'n8n-workflow';

import type { Credential } from '../request/credential';
import { readCredential } from '../request/credential';
import type { Failed } from '../response/outcome';
import { failedInput } from '../response/outcome';
import type { Present } from '../response/present';
import { presenter } from '../response/present';

/** The credential type that the node takes. */
export const CREDENTIAL = 'submissionsApi';

/** What of a credential says where it may go, and how. */
type Bounds = Pick<
	Credential,
	'baseUrl' | 'authentication' | 'allowHttp' | 'allowedDomains' | 'allowUnauthorizedCerts'
>;

/** A run's credential, opened once: n8n would look it up and decrypt it anew for each request. */
export interface Access extends Bounds {
	readonly kind: 'open';
	/** What n8n hands to the credential type to be put into each request. */
	readonly decrypted: ICredentialsDecrypted;
	/** Every value of it that nobody may see. */
	readonly secrets: readonly string[];
	/** Makes failures fit to be shown: nothing of the credential is left in them. */
	readonly present: Present;
}

/**
 * Opens the credential of a run.
 *
 * @param context the node's run
 * @returns what gives access, or the outcome of every item where the credential cannot be used
 */
export async function openAccess(context: IExecuteFunctions): Promise<Access | Failed> {
	try {
		const data = await context.getCredentials(CREDENTIAL);
		const credential = readCredential(data);
		const { baseUrl, authentication, allowHttp, allowedDomains } = credential;
		const { id, name } = context.getNode().credentials?.[CREDENTIAL] ?? { id: null, name: '' };
		const decrypted = { id: id ?? '', name, type: CREDENTIAL, data };
		return {
			kind: 'open',
			baseUrl,
			authentication,
			allowHttp,
			allowedDomains,
			allowUnauthorizedCerts: credential.allowUnauthorizedCerts,
			decrypted,
			secrets: credential.secrets,
			present: presenter(credential.secrets),
		};
	} catch (error) {
		return failedInput(error, 'Open the credential and correct it.');
	}
}
