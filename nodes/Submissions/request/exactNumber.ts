/** What has more digits is not worth the time to compare them. */
const MOST_DIGITS = 1000;

/**
 * Whether JavaScript holds a number exactly: written again, it has the same decimal value. `0.10` and
 * `1e3` are, `9007199254740993`, `0.12345678901234567890` and `1e-400` are not.
 *
 * One of more than a thousand digits passes for one that it does not.
 *
 * @param text a decimal number, as JSON has it
 */
export function isExactNumber(text: string): boolean {
	if (text.length > MOST_DIGITS) return false;
	const number = Number(text);
	return Number.isFinite(number) && decimalOf(text) === decimalOf(String(number));
}

/**
 * Whether a number is one that no other is taken for, as NaN is, and `9007199254740993` read by JavaScript.
 *
 * @param number what an expression gives
 */
export function isDistinct(number: number): boolean {
	return Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
}

/** The digits that count and the power of ten behind them, the same for every way to write a number. */
function decimalOf(text: string): string {
	const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
	const digits = whole + fraction;
	let start = 0;
	while (digits[start] === '0') start++;
	let end = digits.length;
	while (end > start && digits[end - 1] === '0') end--;
	if (start === end) return '0';
	return `${digits.slice(start, end)}e${Number(power) - fraction.length + digits.length - end}`;
}
