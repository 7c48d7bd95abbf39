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
