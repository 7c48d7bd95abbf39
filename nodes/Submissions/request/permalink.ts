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
	const text = textIn(value);
	if (isNothing(text)) {
		throw new Refusal(
			LABEL[of],
			`${LABEL[of]} is empty.`,
			`Enter a ${of}'s permalink or the address of its page. If an expression gives it, check what the expression gives for this item.`,
		);
	}
	if (typeof text !== 'string') {
		throw new Refusal(
			LABEL[of],
			`${LABEL[of]} is ${typeof text === 'boolean' ? String(text) : typeNameOf(text)}, not a permalink.`,
			'Check what the expression gives for this item: it should be text.',
		);
	}
	return /^https?:\/\//i.test(text)
		? fromAddress(text, of)
		: { permalink: checkPermalink(text, of) };
}

/**
 * Whether a locator gives nothing at all.
 *
 * @param value what the locator gave
 */
export function isEmptyLocator(value: unknown): boolean {
	return isNothing(textIn(value));
}

function isNothing(text: unknown): text is undefined | null | '' {
	return text === undefined || text === null || text === '';
}

/** The text or number in a locator as text; whatever else it holds as it is. */
function textIn(value: unknown): unknown {
	const inner =
		typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
	// White space around it comes along from spreadsheets.
	if (typeof inner === 'string') return inner.trim();
	return typeof inner === 'number' || typeof inner === 'bigint' ? String(inner) : inner;
}

function typeNameOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function fromAddress(address: string, of: PermalinkOf): GivenPermalink {
	// The URL parser drops line breaks and tabs, and replaces lone surrogates, in silence.
	const isWhole = !/[\s\p{C}]/u.test(address);
	const url = isWhole && URL.canParse(address) ? new URL(address) : undefined;
	if (LEADS_ELSEWHERE.test(withoutQuery(address))) {
		throw new Refusal(
			LABEL[of],
			`${LABEL[of]} is the address ${quote(withoutCredentials(address))}, which leads elsewhere by "..", "." or a backslash.`,
			`Paste an address of the shape ${SHAPE[of]}, or the permalink itself.`,
		);
	}
	const { form, submission } = permalinksInPath(url?.pathname ?? '');
	const wanted = of === 'form' ? form : submission;
	if (url === undefined || form === undefined || wanted === undefined) {
		throw new Refusal(
			LABEL[of],
			`${LABEL[of]} is the address ${quote(withoutCredentials(address))}, which holds no ${of}'s permalink.`,
			`Paste an address of the shape ${SHAPE[of]}, or the permalink itself.`,
		);
	}
	const permalink = checkPermalink(wanted, of);
	return of === 'form'
		? { permalink, host: url.host }
		: { permalink, formInAddress: form, host: url.host };
}

/** What the URL parser follows in silence: a value from outside could name another form's submission. */
const LEADS_ELSEWHERE = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

function withoutQuery(address: string): string {
	return address.replace(/[?#].*$/s, '');
}

/** What a path names; percent-encoding undone, and nothing checked yet. */
export interface NamedInPath {
	readonly form?: string;
	readonly submission?: string;
}

/**
 * Reads what a path of the web pages (interface, part 2: `/forms/<form>/responses/<submission>`) or of
 * the interface itself (part 4: `/api/v1/forms/<form>/submissions/<submission>`) names. Whatever stands
 * before and after it is passed over; `/submissions/new` names no submission.
 *
 * @param path a path without a query
 */
export function permalinksInPath(path: string): NamedInPath {
	const segments = path.split('/');
	const places = segments.flatMap((segment, index) =>
		segment === 'forms' && (segments[index + 1] ?? '') !== '' ? [index + 1] : [],
	);
	const [first] = places;
	if (first === undefined) return {};
	// A prefix of the path can be called "forms" too, and look like the first one's permalink.
	const fitting = places.filter((index) => isPermalink(decoded(segments[index])));
	const at = fitting.find((index) => LISTS.has(segments[index + 1] ?? '')) ?? fitting[0] ?? first;
	const submission = LISTS.has(segments[at + 1] ?? '') ? decoded(segments[at + 2]) : '';
	return {
		form: decoded(segments[at]),
		...(submission === '' || submission === 'new' ? {} : { submission }),
	};
}

/** What the pages and the interface call a form's submissions. */
const LISTS = new Set(['responses', 'submissions']);

/** What cannot be decoded keeps its percent signs, which no permalink has. */
function decoded(segment = ''): string {
	return percentDecode(segment) ?? segment;
}

/** A pasted address can carry a token in its query or before its host, and a refusal quotes it. */
function withoutCredentials(text: string): string {
	const shown = withoutUserInfo(text);
	const end = shown.search(/[?#]|%3F|%23/i);
	return end === -1 ? shown : `${shown.slice(0, end)}…`;
}

/** All before the last @: a password that is not encoded can hold what ends a host, or a path. */
function withoutUserInfo(text: string): string {
	const at = text.lastIndexOf('@');
	const scheme = text.slice(0, at + 1).indexOf('//');
	if (scheme !== -1) return `${text.slice(0, scheme)}//…${text.slice(at)}`;
	return text.slice(0, at + 1).includes(':') ? `…${text.slice(at)}` : text;
}

const LENGTH = 10;

/** White space, control, format and invisible characters, lone surrogates, and what ends a path segment. */
const NEVER_IN_PERMALINK = /[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}/?#%\\]/u;

/**
 * Whether a text can be a permalink (interface, part 2: a string of 10 characters).
 *
 * @param text any text
 */
export function isPermalink(text: string): boolean {
	return lengthOf(text) === LENGTH && !NEVER_IN_PERMALINK.test(text);
}

/** In characters, not in units of UTF-16. */
function lengthOf(text: string): number {
	return text.length - (text.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0);
}

function checkPermalink(text: string, of: PermalinkOf): string {
	const length = lengthOf(text);
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
