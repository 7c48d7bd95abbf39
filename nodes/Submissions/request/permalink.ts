import { percentDecode } from './percent';
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
	form: 'https://forms.example.com/forms/aB3dE5gH7j/responses',
	submission: 'https://forms.example.com/forms/aB3dE5gH7j/responses/kL9mN1pQ3r',
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
	const inner =
		typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
	const text = typeof inner === 'number' || typeof inner === 'bigint' ? String(inner) : inner;
	if (text === undefined || text === null || text === '') {
		throw new Refusal(
			LABEL[of],
			`${LABEL[of]} is empty.`,
			`Enter a ${of}'s permalink or the address of its page. If an expression gives it, check what the expression gives for this item.`,
		);
	}
	if (typeof text !== 'string') {
		throw new Refusal(
			LABEL[of],
			`${LABEL[of]} is ${typeof text === 'boolean' ? String(text) : kindOf(text)}, not a permalink.`,
			'Check what the expression gives for this item: it should be text.',
		);
	}
	return /^\s*https?:\/\//i.test(text)
		? fromAddress(text.trim(), of)
		: { permalink: checkPermalink(text, of) };
}

function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function fromAddress(address: string, of: PermalinkOf): GivenPermalink {
	// The URL parser drops line breaks and tabs, and replaces lone surrogates, in silence.
	const isWhole = !/[\s\p{C}]/u.test(address);
	const url = isWhole && URL.canParse(address) ? new URL(address) : undefined;
	const [, form, submission] = PAGE.exec(url?.pathname ?? '') ?? [];
	const wanted = of === 'form' ? form : submission;
	if (url === undefined || form === undefined || wanted === undefined) {
		throw new Refusal(
			LABEL[of],
			`${LABEL[of]} is the address ${quote(withoutCredentials(address))}, which holds no ${of}'s permalink.`,
			`Paste an address of the shape ${SHAPE[of]}, or the permalink itself.`,
		);
	}
	// What cannot be decoded keeps its percent signs, which no permalink has.
	const permalink = checkPermalink(percentDecode(wanted) ?? wanted, of);
	return of === 'form'
		? { permalink, host: url.host }
		: { permalink, formInAddress: percentDecode(form) ?? form, host: url.host };
}

/** A pasted address can carry a token in its query or before its host, and a refusal quotes it. */
function withoutCredentials(text: string): string {
	return text.replace(/(?:[?#]|%3F|%23).*$/is, '…').replace(/\/\/[^/]*@/, '//…@');
}

const LENGTH = 10;

/** White space, control, format and invisible characters, lone surrogates, and what ends a path segment. */
const NEVER_IN_PERMALINK = /[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}/?#%\\]/u;

function checkPermalink(text: string, of: PermalinkOf): string {
	const length = Array.from(text).length;
	if (length !== LENGTH) {
		throw new Refusal(
			LABEL[of],
			`${LABEL[of]} is ${quote(withoutCredentials(text))}, which has ${length} ${length === 1 ? 'character' : 'characters'}.`,
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
