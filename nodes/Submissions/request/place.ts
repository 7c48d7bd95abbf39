import { LONGEST_QUOTE } from './refusal';

/** Where a value stands; its name is only put together where it is asked for. */
export interface Place {
	/** A name, or a position in a list. */
	readonly step: string | number;
	/** Where the object or list stands that it is in. */
	readonly within: Place | undefined;
}

/** More than a refusal quotes, so that it shows a cut; names can be as long as the input. */
const LONGEST_NAME = 2 * LONGEST_QUOTE + 2;

/**
 * What a place is called, such as `address.lines[0]`; of a very long one, the start.
 *
 * @param place the place
 */
export function placeName(place: Place): string {
	const steps: (string | number)[] = [];
	for (let at: Place | undefined = place; at !== undefined; at = at.within) steps.push(at.step);
	let name = '';
	for (const step of steps.reverse()) {
		const dot = name === '' ? '' : '.';
		name += typeof step === 'number' ? `[${step}]` : dot + step.slice(0, LONGEST_NAME);
		if (name.length > LONGEST_NAME) break;
	}
	return name;
}
