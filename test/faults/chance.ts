import { seededRandom } from '../../sandbox/faults/random.ts';
import { permalinkAlphabet, permalinkLength } from '../../sandbox/permalink.ts';

/** Choices that the same seed makes the same way again. */
export interface Chance {
	/** A number from 0 up to, not including, 1. */
	readonly number: () => number;
	/** A whole number; both ends can come. */
	readonly whole: (least: number, most: number) => number;
	/** True so often: a rate from 0 to 1. */
	readonly happens: (rate: number) => boolean;
	readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
	readonly permalink: () => string;
}

/** @param seed a whole number */
export function chanceOf(seed: number): Chance {
	const number = seededRandom(seed);
	const whole = (least: number, most: number) => least + Math.floor(number() * (most - least + 1));
	return {
		number,
		whole,
		happens: (rate) => number() < rate,
		pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
		permalink: () =>
			Array.from({ length: permalinkLength }, () =>
				permalinkAlphabet.charAt(whole(0, permalinkAlphabet.length - 1)),
			).join(''),
	};
}
