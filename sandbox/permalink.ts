import { randomBytes } from 'node:crypto';

/** Letters and digits that nobody mistakes for one another: no 0 O, 1 I l. */
export const permalinkAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** The length that the interface states for a form's and a submission's permalink. */
export const permalinkLength = 10;

// Bytes at and above this bound are thrown away: taking them modulo the alphabet's length would
// make its first letters more likely than the rest.
const unbiasedBytes = 256 - (256 % permalinkAlphabet.length);

/** A new permalink of 10 characters, each drawn evenly from the alphabet by a secure generator. */
export function newPermalink(): string {
	let permalink = '';
	while (permalink.length < permalinkLength) {
		for (const byte of randomBytes(permalinkLength * 2)) {
			if (byte >= unbiasedBytes || permalink.length === permalinkLength) continue;
			permalink += permalinkAlphabet.charAt(byte % permalinkAlphabet.length);
		}
	}
	return permalink;
}
