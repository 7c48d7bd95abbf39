import type { ICredentialsDecrypted, IExecuteFunctions } from 'n8n-workflow';

import type { Credential } from '../request/credential';
import { readCredential } from '../request/credential';
import { Refusal } from '../request/refusal';
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
 * @param items how many items the run has
 * @returns what gives access, or the outcome of every item where the credential cannot be used
 */
export async function openAccess(
	context: IExecuteFunctions,
	items: number,
): Promise<Access | Failed> {
	try {
		const data = await context.getCredentials(CREDENTIAL);
		const credential = readCredential(data);
		if (items > 1 && (await differsBetweenItems(context, data, items))) throw severalCredentials();
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

/**
 * Whether an expression in the credential gives one item another host or secret than the first. n8n
 * evaluates it for the item that it is told. For one that is not there, `$json` gives nothing and
 * `$itemIndex` a number that none has: where even that is the same, no item needs to be asked.
 */
async function differsBetweenItems(
	context: IExecuteFunctions,
	ofFirst: object,
	items: number,
): Promise<boolean> {
	const first = JSON.stringify(ofFirst);
	const isSame = async (index: number) => {
		const own = await context.getCredentials(CREDENTIAL, index).catch(() => undefined);
		return JSON.stringify(own) === first;
	};
	if (await isSame(items)) return false;
	for (let index = 1; index < items; index++) if (!(await isSame(index))) return true;
	return false;
}

function severalCredentials(): Refusal {
	return new Refusal(
		'Credential',
		'The credential has an expression that gives items of this run another host or secret than the first, and a run uses one for all.',
		'Send the items one by one, in a Loop Over Items with a batch size of 1, or use a node with a credential of its own for each service.',
	);
}
