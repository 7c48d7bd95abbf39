import { quote, Refusal } from './refusal';

/** Which of the two permalinks of a path is meant. */
export type PermalinkOf = 'form' | 'submission';

/** A permalink as it was given: where it was pasted from is kept, for what a person should be told. */
export interface GivenPermalink {
	readonly permalink: string;
	/** The other permalink in a pasted address of a submission: its form's. */
	readonly formInAddress?: string;
	/** The host of a pasted address, with its port. */
	readonly host?: string;
}

const LABEL: Record<PermalinkOf, string> = { form: 'Form', submission: 'Submission' };

const SHAPE: Record<PermalinkOf, string> = {
	form: 'https://forms.example.com/forms/<form>/responses',
	submission: 'https://forms.example.com/forms/<form>/responses/<submission>',
};

/** Web pages of the interface's part 2: `/forms/<form>/responses` and `/forms/<form>/responses/<submission>`. */
const PAGE = /\/forms\/([^/]+)(?:\/responses(?:\/([^/]+))?)?\/?$/;

/**
 * Reads a permalink, or the address of a web page that holds it, whichever of the two was given.
 *
 * n8n checks a locator's value only where it is fixed text, never where an expression gave it, and
 * either of the locator's modes may hold either kind of value; so everything is checked here.
 *
 * @param value what the locator gave: its object, or the text or number in it
 * @param of which permalink is wanted
 * @throws Refusal when there is none, or what there is cannot be one (interface, part 2: a string of
 * 10 characters)
 */
export function readPermalink(value: unknown, of: PermalinkOf): GivenPermalink {
	const text = textOf(value);
	if (text === undefined || text === '') {
		throw new Refusal(
			LABEL[of],
			`${LABEL[of]} is empty.`,
			`Enter a ${of}'s permalink or the address of its page. If an expression gives it, check what the expression gives for this item.`,
		);
	}
	return /^\s*https?:\/\//i.test(text)
		? fromAddress(text.trim(), of)
		: { permalink: checkPermalink(text, of) };
}

function textOf(value: unknown): string | undefined {
	const inner =
		typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
	if (typeof inner === 'number' || typeof inner === 'bigint') return String(inner);
	return typeof inner === 'string' ? inner : undefined;
}

function fromAddress(address: string, of: PermalinkOf): GivenPermalink {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	const [, form, submission] = PAGE.exec(url?.pathname ?? '') ?? [];
	const wanted = of === 'form' ? form : submission;
	if (url === undefined || form === undefined || wanted === undefined) {
		throw new Refusal(
			LABEL[of],
			`${LABEL[of]} is the address ${quote(withoutQuery(address))}, which holds no ${of}'s permalink.`,
			`Paste an address of the shape ${SHAPE[of]}, or the permalink itself.`,
		);
	}
	const permalink = checkPermalink(decode(wanted), of);
	return of === 'form'
		? { permalink, host: url.host }
		: { permalink, formInAddress: decode(form), host: url.host };
}

/** A pasted address can carry a token in its query, and a refusal quotes what it found. */
function withoutQuery(address: string): string {
	return address.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');
}

/** What cannot be decoded is kept with its percent signs, which no permalink has. */
function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

const LENGTH = 10;

/** White space, control, format and invisible characters, lone surrogates, and what ends a path segment. */
const NEVER_IN_PERMALINK = /[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}/?#%\\]/u;

function checkPermalink(text: string, of: PermalinkOf): string {
	const length = Array.from(text).length;
	if (length !== LENGTH) {
		throw new Refusal(
			LABEL[of],
			`${LABEL[of]} is ${quote(text)}, which has ${length} ${length === 1 ? 'character' : 'characters'}.`,
			`A permalink has exactly ${LENGTH} characters. Copy it, or the whole address, from the ${of}'s page.`,
		);
	}
	if (NEVER_IN_PERMALINK.test(text)) {
		throw new Refusal(
			LABEL[of],
			`${LABEL[of]} is ${quote(text)}, which holds white space, an invisible character or one of / ? # % \\.`,
			`A permalink has none of these. Copy it, or the whole address, from the ${of}'s page.`,
		);
	}
	return text;
}
