import { Html, markup } from './markup.ts';
import { style } from './style.ts';

const styleElement = new Html(`<style>${style}</style>`);

const sections = [
	{ href: '/forms', name: 'Forms' },
	{ href: '/settings', name: 'Settings' },
] as const;

/** Where a page belongs, for the navigation above it. */
export interface Place {
	readonly title: string;
	readonly section?: (typeof sections)[number]['name'];
	/** who is signed in, if anyone */
	readonly username?: string;
}

/**
 * A whole page around its content.
 * @param dialog shown above it; all the rest is out of reach until it is closed
 */
export function page(place: Place, content: Html, dialog?: Html): string {
	const beneath = dialog ? markup`<div inert>` : markup`<div>`;
	return markup`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${place.title} · Submissions sandbox</title>
				${styleElement}
			</head>
			<body>
				${beneath}
					<header><strong>Submissions sandbox</strong>${navigation(place)}</header>
					<main>
						<h1>${place.title}</h1>
						${content}
					</main>
				</div>
				${dialog ?? markup``}
			</body>
		</html>
	`.text;
}

function navigation({ section, username }: Place): Html {
	if (username === undefined) return markup``;
	const links = sections.map(({ href, name }) =>
		name === section
			? markup`<a href="${href}" aria-current="page">${name}</a> `
			: markup`<a href="${href}">${name}</a> `,
	);
	return markup`<nav aria-label="Main" class="row">${links}</nav>
		<form method="post" action="/sign-out">
			<button class="quiet">Sign out ${username}</button>
		</form>`;
}

/** An address to copy: tabbing into a read-only input marks all of it. */
export function addressToCopy(label: string, address: string): Html {
	return markup`<label for="address">${label}</label>
		<input id="address" readonly value="${address}" />`;
}

/** A time for people, in UTC, from ISO 8601. */
export function timeElement(iso: string): Html {
	return markup`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

/** A table with a heading for each column, wide ones to be scrolled. */
export function table(columns: readonly string[], rows: readonly Html[]): Html {
	return markup`<div class="scroll">
		<table>
			<thead>
				<tr>
					${columns.map((column) => markup`<th scope="col">${column}</th>`)}
				</tr>
			</thead>
			<tbody>
				${rows}
			</tbody>
		</table>
	</div>`;
}
