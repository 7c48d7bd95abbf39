import type { IAuthenticate, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { checkTarget, readCredential } from '../nodes/Submissions/request/credential';

/** Stands by itself since n8n's linter takes its name, which n8n's own nodes have too, for a secret's. */
const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description:
		'Whether to connect even if SSL certificate validation is not possible, in the test of the credential and in all requests',
};

export class SubmissionsApi implements ICredentialType {
	name = 'submissionsApi';

	displayName = 'Submissions API';

	icon: Icon = { light: 'file:submissionsApi.svg', dark: 'file:submissionsApi.dark.svg' };

	documentationUrl = 'https://github.com/example/n8n-nodes-submissions#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://forms.example.com',
			description:
				"The service's address: scheme and host, and a path in front of /api/v1 if it has one",
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'Access Token', value: 'accessToken' },
				{ name: 'Username and Password (Development Only)', value: 'usernamePassword' },
			],
			default: 'accessToken',
		},
		{
			displayName:
				"Use an account's username and password only while you develop, with an account made for it. For everything else, make an access token.",
			name: 'developmentNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { authentication: ['usernamePassword'] } },
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			displayOptions: { show: { authentication: ['accessToken'] } },
			description:
				'In the service, open Settings > Integrations > Access Tokens > New Access Token. The token is shown only once.',
		},
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			required: true,
			default: '',
			displayOptions: { show: { authentication: ['usernamePassword'] } },
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			displayOptions: { show: { authentication: ['usernamePassword'] } },
		},
		{
			displayName: 'Send Credentials In',
			name: 'sendIn',
			type: 'options',
			options: [
				{ name: 'Header', value: 'header' },
				{ name: 'Query', value: 'query' },
			],
			default: 'header',
			description: 'Where a request carries the credentials',
		},
		{
			displayName:
				'What stands in the query is written into the logs of servers and proxies on the way. Use the header unless the service cannot.',
			name: 'queryNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { sendIn: ['query'] } },
		},
		{
			displayName: 'Allow HTTP',
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to send credentials and form data unencrypted to a Base URL that starts with http://. It is always allowed to this machine itself.',
		},
		ignoreSslIssues,
	];

	/**
	 * Adds the credentials to a request: exactly one kind, in exactly one place.
	 *
	 * n8n also calls it for the HTTP Request node, whose options have another shape; `headers` and `qs`
	 * are what both have. Whoever gives it the address of another host gets nothing.
	 */
	authenticate: IAuthenticate = async (data, requestOptions) => {
		const { baseUrl, headers, query } = readCredential(data);
		checkTarget(requestOptions, baseUrl);
		return await Promise.resolve({
			...requestOptions,
			headers: { ...requestOptions.headers, ...headers },
			qs: { ...requestOptions.qs, ...query },
		});
	};
}
