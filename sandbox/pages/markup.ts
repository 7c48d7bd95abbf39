/** Markup that is safe to send as it stands. Only `markup` makes it. */
export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Part = Html | string | number | readonly Html[];

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function textOf(part: Part): string {
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(({ text }) => text).join('');
	return escaped(String(part));
}

/**
 * A template whose values are escaped unless they are markup themselves. Values belong into
 * elements or quoted attributes; nothing makes them safe elsewhere.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
	return new Html(String.raw({ raw: strings }, ...parts.map(textOf)));
}
