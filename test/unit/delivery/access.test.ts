import { openAccess } from '../../../nodes/Submissions/delivery/access.ts';
import { failureOfInput } from '../../../nodes/Submissions/response/failure.ts';
import { notReached, STOPPED } from '../../../nodes/Submissions/response/outcome.ts';
import { failureWith } from '../examples.ts';
import { CREDENTIAL, scripted, TOKEN } from './scripted.ts';

it('is what n8n needs to sign requests, with the name of the credential, and blanks secrets', async () => {
	const access = await openAccess(scripted({}).context, 1);
	if (access.kind === 'failed') throw new Error(access.failure.happened);
	expect(access).toMatchObject({
		baseUrl: 'https://forms.example.com',
		allowUnauthorizedCerts: false,
		decrypted: { id: '7', name: 'Service', type: 'submissionsApi', data: CREDENTIAL },
	});
	const { happened } = access.present(failureWith({ happened: `The token ${TOKEN} is too old` }));
	expect(happened).not.toContain(TOKEN);
});

it.each([
	[undefined, { id: '', name: '' }],
	[{ submissionsApi: { id: null, name: 'Unsaved' } }, { id: '', name: 'Unsaved' }],
])('has no id and name but those that the node tells: %j', async (credentials, decrypted) => {
	const { context } = scripted({});
	const node = { ...context.getNode(), credentials };
	const access = await openAccess(Object.assign(context, { getNode: () => node }), 1);
	expect(access).toMatchObject({ decrypted });
});

it('is refused in words where the credential cannot be used', async () => {
	const credential = () => Promise.resolve({ ...CREDENTIAL, baseUrl: '' });
	const access = await openAccess(scripted({ credential }).context, 1);
	expect(access).toMatchObject({ kind: 'failed', failure: { certainty: 'notSent' } });
});

it('is refused with what to do where n8n has no credential', async () => {
	const credential = () => Promise.reject(new Error('Credential with ID "7" does not exist.'));
	expect(await openAccess(scripted({ credential }).context, 1)).toStrictEqual({
		...notReached(STOPPED),
		failure: failureOfInput(
			'Credential with ID "7" does not exist.',
			'Open the credential and correct it.',
		),
	});
});
