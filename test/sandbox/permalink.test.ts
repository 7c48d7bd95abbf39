import { newPermalink, permalinkAlphabet } from '../../sandbox/permalink.ts';

it('has ten characters that nobody mistakes for one another', () => {
	for (let index = 0; index < 1000; index++) {
		expect(newPermalink()).toMatch(/^[A-HJ-NP-Za-km-z2-9]{10}$/);
	}
});

it('draws every character of its alphabet about as often', () => {
	const counts = new Map<string, number>();
	for (let index = 0; index < 5700; index++) {
		for (const character of newPermalink()) {
			counts.set(character, (counts.get(character) ?? 0) + 1);
		}
	}
	expect(counts.size).toBe(permalinkAlphabet.length);
	for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200);
});
