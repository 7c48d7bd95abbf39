import type { Seeded } from './seed.ts';

/** Where a sandbox listens, and what it made at its start. */
export interface Made extends Seeded {
	/** the base URL for a credential */
	readonly address: string;
	/** where the web pages are */
	readonly pages: string;
}

/** What is printed when the sandbox has started: all that a person needs to use it. */
export function greeting({ address, pages, username, password, token, forms }: Made): string {
	const formLines = forms.flatMap(({ name, permalink, submissions }) => [
		`  ${permalink}  ${name}  ${pages}/forms/${permalink}`,
		...submissions.map((submission) => `    ${submission.permalink}`),
	]);
	return `The sandbox is running. Ctrl-C ends it.

  Base URL      ${address}
  Access token  ${token}
  Username      ${username}
  Password      ${password}
  Pages         ${pages}/forms

Forms and their submissions, by permalink:
${formLines.length > 0 ? formLines.join('\n') : '  none'}
`;
}
