import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const saltBytes = 16;
const keyBytes = 32;
const rememberedVerdicts = 1000;

function derive(password: string, salt: Buffer): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		scrypt(password, salt, keyBytes, (error, key) => {
			if (error) reject(error);
			else resolve(key);
		});
	});
}

/** The text to store for a password: salt and scrypt key, both base64url, joined by a dot. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(saltBytes);
	const key = await derive(password, salt);
	return `${salt.toString('base64url')}.${key.toString('base64url')}`;
}

/**
 * Makes a function that says whether a password matches a stored hash. The interface lets a client
 * send its password with each request, and scrypt costs tens of milliseconds, so verdicts are
 * remembered for the life of the process under a digest whose key never leaves it.
 */
export function passwordVerifier(): (password: string, hash: string) => Promise<boolean> {
	const digestKey = randomBytes(keyBytes);
	const verdicts = new Map<string, Promise<boolean>>();
	return (password, hash) => {
		const digest = createHmac('sha256', digestKey).update(`${hash}\0${password}`).digest('base64');
		const known = verdicts.get(digest);
		if (known) return known;
		if (verdicts.size >= rememberedVerdicts) verdicts.clear();
		const verdict = matches(password, hash);
		verdicts.set(digest, verdict);
		return verdict;
	};
}

async function matches(password: string, hash: string): Promise<boolean> {
	const [salt = '', key = ''] = hash.split('.');
	const expected = Buffer.from(key, 'base64url');
	const actual = await derive(password, Buffer.from(salt, 'base64url'));
	return expected.length === actual.length && timingSafeEqual(expected, actual);
}
