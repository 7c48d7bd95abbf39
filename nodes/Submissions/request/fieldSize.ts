import { sizeOfJson } from './jsonSize';
import { quote, Refusal } from './refusal';

/** The most that field data may take as it is written, in bytes; files do not count. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** Each is far larger in memory than in JSON, and written with the names of all that it lies in. */
const MOST_VALUES = 25_000;

/** How much more field data may hold, counted while it is read or written. */
export interface Room {
	/**
	 * Takes room for one more value.
	 *
	 * @param size of it with its name: characters while it is read, bytes while it is written
	 * @param name of the field, asked for where there is no room left
	 * @throws Refusal
	 */
	take(size: number, name: () => string): void;
}

/** Makes the room that the field data of one item has. */
export function createRoom(): Room {
	let values = 0;
	let bytes = 0;
	return {
		take(size, name) {
			values++;
			bytes += size;
			if (values > MOST_VALUES) throw tooMany(`With the field ${quote(name())} Field Data holds`);
			if (bytes > MOST_BYTES) throw tooLong(`With the field ${quote(name())} Field Data takes`);
		},
	};
}

/**
 * Refuses JSON that is too large, before it is read.
 *
 * @param json any text
 * @param what it is, for a sentence
 * @throws Refusal
 */
export function checkSize(json: string, what: string): void {
	if (json.length > MOST_BYTES) throw tooLong(`${what} takes`);
	if (sizeOfJson(json, Infinity, MOST_VALUES) === 'tooMany') throw tooMany(`${what} holds`);
}

/**
 * Refuses field data that is too long as it is written.
 *
 * @param written as JSON
 * @throws Refusal
 */
export function checkWritten(written: string): void {
	if (Buffer.byteLength(written) > MOST_BYTES) throw tooLong('Written as JSON, Field Data takes');
}

function tooMany(found: string): Refusal {
	return new Refusal(
		'Field Data',
		`${found} more than ${MOST_VALUES.toLocaleString('en-US')} values, which are not sent.`,
		'Pick the fields that you need, or share them out among several items.',
	);
}

function tooLong(found: string): Refusal {
	return new Refusal(
		'Field Data',
		`${found} more than 16 MB, which are not sent.`,
		'Pick the fields that you need, or send something long as a file: set Body Format under Options to Multipart and name it under Files.',
	);
}
