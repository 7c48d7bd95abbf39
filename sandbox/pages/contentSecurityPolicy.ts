import { createHash } from 'node:crypto';
import { copyScript } from './copyScript.ts';
import { style } from './style.ts';

function sourceOf(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** What a page may load and run, and where its forms may go: what is in it, and this server. */
export const contentSecurityPolicy = [
	"default-src 'none'",
	`style-src ${sourceOf(style)}`,
	`script-src ${sourceOf(copyScript)}`,
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join('; ');
