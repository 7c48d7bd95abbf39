import type { Credential } from '../api/credentials.ts';

/**
 * The JSON text of a refusal that repeats what the request carried: its target, and each secret
 * plain and in every encoding that a service or a proxy might give it back in.
 */
export function echoingBody(target: string, credentials: readonly Credential[]): string {
	const secrets = credentials.flatMap(secretsOf);
	const body = JSON.stringify({
		error: 'forbidden',
		message: `Not allowed with ${secrets.join(' and ')} at ${target}`,
		details: secrets.map(encodings),
	});
	// The same text once more, each character as an escape of JSON's own.
	const escaped = secrets.map((secret) => `"${jsonEscapes(secret)}"`).join(',');
	return `${body.slice(0, -1)},"escaped":[${escaped}]}`;
}

function secretsOf(credential: Credential): string[] {
	if (credential.kind === 'accessToken') return [credential.token, `Bearer ${credential.token}`];
	const { username = '', password = '' } = credential;
	return [username, password, `${username}:${password}`];
}

function encodings(secret: string): Record<string, string> {
	const percent = encodeURIComponent(secret);
	return {
		plain: secret,
		percentEncoded: percent,
		percentEncodedInLowerCase: percent.replace(/%../g, (escape) => escape.toLowerCase()),
		everyByteEncoded: Buffer.from(secret).toString('hex').replace(/../g, '%$&'),
		formEncoded: new URLSearchParams([['', secret]]).toString().slice(1),
		base64: Buffer.from(secret).toString('base64'),
		base64url: Buffer.from(secret).toString('base64url'),
		hexadecimal: Buffer.from(secret).toString('hex'),
		jsonInText: JSON.stringify({ secret }),
		jsonEscapesInText: jsonEscapes(secret),
		htmlEntities: secret.replace(/[^\w]/g, (character) => `&#${String(character.charCodeAt(0))};`),
	};
}

function jsonEscapes(text: string): string {
	return Array.from({ length: text.length }, (_, index) => {
		const code = text.charCodeAt(index).toString(16).padStart(4, '0');
		return `\\u${code}`;
	}).join('');
}
