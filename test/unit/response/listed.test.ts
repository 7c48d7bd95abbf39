import { listed, ranges } from '../../../nodes/Submissions/response/listed.ts';

it.each([
	[[], 2, ''],
	[['a'], 2, 'a'],
	[['a', 'b'], 2, 'a, b'],
	[['a', 'b', 'c'], 2, 'a, b and 1 more'],
	[['a', 'b', 'c', 'd'], 1, 'a and 3 more'],
])('%j, at most %i, is %j', (texts, most, text) => {
	expect(listed(texts, most)).toBe(text);
});

it.each([
	[[], ''],
	[[3], '3'],
	[[0, 1], '0, 1'],
	[[0, 1, 2], '0–2'],
	[[0, 1, 2, 4, 5, 9, 10, 11, 12], '0–2, 4, 5, 9–12'],
	[[1, 3, 5, 7, 8, 9, 11], '1, 3, 5, 7–9 and 1 more'],
])('%j are written as %s, four at most', (numbers, text) => {
	expect(ranges(numbers, 4)).toBe(text);
});
