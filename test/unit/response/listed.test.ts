import { listed } from '../../../nodes/Submissions/response/listed.ts';

it.each([
	[[], 2, ''],
	[['a'], 2, 'a'],
	[['a', 'b'], 2, 'a, b'],
	[['a', 'b', 'c'], 2, 'a, b and 1 more'],
	[['a', 'b', 'c', 'd'], 1, 'a and 3 more'],
])('%j, at most %i, is %j', (texts, most, text) => {
	expect(listed(texts, most)).toBe(text);
});
