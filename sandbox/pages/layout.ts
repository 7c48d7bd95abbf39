import { copyScript } from './copyScript.ts';
import { Html, markup } from './markup.ts';
import { style } from './style.ts';

const styleElement = new Html(`<style>${style}</style>`);
const scriptElement = new Html(`<script>${copyScript}</script>`);

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
				${dialog ?? markup``} ${scriptElement}
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

/** A text to copy, by its button or by hand: tabbing into a read-only input marks all of it. */
export function toCopy(id: string, label: string, text: string, focused = false): Html {
	const focus = focused ? markup`autofocus` : markup``;
	return markup`<label for="${id}">${label}</label>
		<div class="copyable">
			<input id="${id}" readonly value="${text}" ${focus} />
			<button type="button" class="quiet" data-copies="${id}" hidden>Copy</button>
			<span role="status" class="soft"></span>
		</div>`;
}

/** Links to pages that stand beside each other; the current one is marked. */
export function tabs(
	label: string,
	current: string,
	pages: Readonly<Record<string, string>>,
): Html {
	const links = Object.entries(pages).map(([href, name]) =>
		href === current
			? markup`<a href="${href}" aria-current="page">${name}</a> `
			: markup`<a href="${href}">${name}</a> `,
	);
	return markup`<nav aria-label="${label}" class="tabs">${links}</nav>`;
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
