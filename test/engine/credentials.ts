import type { Credentials as StoredCredentials } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper as Helper,
	ICredentialType,
	IHttpRequestOptions,
	IRequestOptionsSimplified,
	INodeParameters,
} from 'n8n-workflow';

const { Container } = requireOutside('@n8n/di');
const { Cipher, Credentials, EncryptionKeyProxy, InstanceSettings } = requireOutside('n8n-core');
const { ICredentialsHelper, injectDomainRestrictionFields, NodeHelpers } =
	requireOutside('n8n-workflow');

/**
 * Keeps one credential as n8n does: encrypted, decrypted anew for each request, with defaults filled
 * in, hidden fields taken away and expressions evaluated for an item, and put into requests by the
 * type's own `authenticate`.
 */
export class CredentialsHelper extends ICredentialsHelper {
	private readonly stored: Promise<StoredCredentials>;

	private readonly credentialType: ICredentialType;

	constructor(credentialType: ICredentialType, data: ICredentialDataDecryptedObject) {
		super();
		this.credentialType = credentialType;
		this.stored = store(credentialType.name, data);
	}

	override async getDecrypted(
		...[additionalData, , , mode, executeData, , evaluating]: Parameters<Helper['getDecrypted']>
	): Promise<ICredentialDataDecryptedObject> {
		const stored = await (await this.stored).getData();
		const filled = NodeHelpers.getNodeParameters(
			// As n8n does where it loads a credential type.
			injectDomainRestrictionFields(this.credentialType),
			stored as Parameters<typeof NodeHelpers.getNodeParameters>[1],
			true,
			false,
			null,
			null,
		);
		const data = (filled ?? {}) as ICredentialDataDecryptedObject;
		if (evaluating === undefined) return data;
		return evaluating.workflow.expression.getParameterValue(
			data as INodeParameters,
			evaluating.runExecutionData,
			evaluating.runIndex,
			evaluating.itemIndex,
			evaluating.node.name,
			evaluating.connectionInputData,
			mode,
			{ $vars: additionalData.variables },
			executeData,
			false,
			data,
		) as ICredentialDataDecryptedObject;
	}

	override async authenticate(
		data: ICredentialDataDecryptedObject,
		_typeName: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.credentialType;
		if (typeof authenticate !== 'function') throw new Error('The credential type has no function');
		return await authenticate(data, options as IHttpRequestOptions);
	}

	override getParentTypes = () => [];
	override isCredentialUsableByNode = () => true;
	override preAuthentication = () => Promise.resolve(undefined);
	override runPreAuthentication = () => Promise.resolve(undefined);
	override getCredentials = () => this.stored;
	override updateCredentials = () => Promise.resolve();
	override updateCredentialsOauthTokenData = () => Promise.resolve();
	override getCredentialsProperties = () => this.credentialType.properties;
}

async function store(
	type: string,
	data: ICredentialDataDecryptedObject,
): Promise<StoredCredentials> {
	provideKey();
	const credentials = new Credentials({ id: '1', name: 'Submissions' }, type);
	await credentials.setData(data);
	return credentials;
}

/** The key that a single n8n encrypts with: its own, as N8N_ENCRYPTION_KEY gives it. */
function provideKey(): void {
	const key = {
		id: 'instance',
		value: Container.get(Cipher).encryptDEKWithInstanceKey(
			Container.get(InstanceSettings).encryptionKey,
		),
		algorithm: 'aes-256-cbc' as const,
		format: 'no-prefix' as const,
	};
	const provide = () => Promise.resolve(key);
	Container.get(EncryptionKeyProxy).setProvider({
		getActiveKey: provide,
		getKeyById: provide,
		getLegacyKey: provide,
	});
}
