import { readOption } from '../request/options';
import type { ReadParameter } from '../request/parameters';
import type { Offer } from '../request/submissionRequest';
import type { RepeatUnknown } from './retry';

/** Options that hold for a run as a whole. */
export type OptionOfRun = 'keysToRemember' | 'maxWait' | 'minInterval' | 'requestsAtOnce';

/** So many items are asked for an option of the whole run, before its default holds. */
const MOST_ASKED = 100;

/**
 * How fast a run goes and how many keys it remembers is the same for all its items. It is read for the first item for which it can be,
 * by itself: another option whose expression fails there must not undo a limit.
 *
 * @param read reads the node's parameters
 * @param count how many items there are
 * @param offer what the node's description offers
 * @param name the option
 * @returns undefined where it was not added
 */
export function optionOfRun(
	read: ReadParameter,
	count: number,
	offer: Offer,
	name: OptionOfRun,
): number | undefined {
	for (let index = 0; index < Math.min(count, MOST_ASKED); index++) {
		try {
			const given = givenOption(read, index, name);
			return given === undefined || given === null
				? undefined
				: readOption(given, offer.options, name);
		} catch {
			continue;
		}
	}
	return defaultOf(offer, name);
}

/**
 * The default of an option of the whole run.
 *
 * @param offer what the node's description offers
 * @param name the option
 */
export function defaultOf(offer: Offer, name: OptionOfRun): number {
	return readOption(undefined, offer.options, name);
}

function givenOption(read: ReadParameter, index: number, name: string): unknown {
	try {
		const options: unknown = read('options', index);
		return typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined;
	} catch {
		return read(`options.${name}`, index);
	}
}

/**
 * The choice about unknown writes for an item, where nothing else of it may be readable.
 *
 * @param read reads the node's parameters
 * @param index the item's number, counted from 0
 */
export function repeatUnknownOf(read: ReadParameter, index: number): RepeatUnknown {
	try {
		const given = givenOption(read, index, 'repeatUnknown');
		return given === 'all' || given === 'updates' ? given : 'never';
	} catch {
		return 'never';
	}
}

/**
 * Whether the create of an item has a key. It was read when the item was sent: what cannot be read now is
 * there.
 *
 * @param read reads the node's parameters
 * @param index the item's number, counted from 0
 */
export function hasKey(read: ReadParameter, index: number): boolean {
	try {
		return givenOption(read, index, 'createOnceKey') !== undefined;
	} catch {
		return true;
	}
}

/**
 * Whether a run sends nothing, since Dry Run is on for each of its items.
 *
 * @param read reads the node's parameters
 * @param count how many items there are
 */
export function isDryRun(read: ReadParameter, count: number): boolean {
	for (let index = 0; index < count; index++) if (!isOn(read, index, 'dryRun')) return false;
	return true;
}

/**
 * Whether an option is on for an item, where nothing else of it may be readable.
 *
 * @param read reads the node's parameters
 * @param index the item's number, counted from 0
 * @param name the option
 */
export function isOn(read: ReadParameter, index: number, name: 'dryRun' | 'includeInput'): boolean {
	try {
		// By itself: of all options together, an expression in another one takes n8n's engine for each item.
		return read(`options.${name}`, index) === true;
	} catch {
		return false;
	}
}
