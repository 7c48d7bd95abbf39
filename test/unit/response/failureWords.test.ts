import type { FailureWords } from '../../../nodes/Submissions/response/failureWords.ts';
import { FAILURE_WORDS, UNKNOWN_WORDS } from '../../../nodes/Submissions/response/failureWords.ts';

const ENTRIES: [string, FailureWords][] = Object.entries(FAILURE_WORDS);

describe.each(ENTRIES)('%s', (_, { happened, remedy }) => {
	it('says what happened in one sentence without its full stop', () => {
		expect(happened).toMatch(/^([A-Z]|n8n).*([a-z]|\{action\}|\{span\})$/);
		expect(happened).not.toContain('. ');
	});

	it('says what to do in whole sentences', () => {
		expect(remedy).toMatch(/^[A-Z].*\.$/s);
	});

	it('names the operation at most once, and only in what happened', () => {
		expect(happened.split('{action}').length).toBeLessThanOrEqual(2);
		expect(happened.replace(/\{action\}|\{span\}/, '')).not.toMatch(/[{}]/);
		expect(remedy).not.toMatch(/[{}]/);
	});

	it('does without the words that n8n asks authors to avoid', () => {
		expect(`${happened} ${remedy}`).not.toMatch(/error|problem|failure|mistake/i);
	});
});

it('says each thing in its own words', () => {
	const happened = ENTRIES.map(([, words]) => words.happened);
	expect(new Set(happened).size).toBe(happened.length);
});

it('says of a write without an answer that it may have been done, and to look before it is sent again', () => {
	for (const words of Object.values(UNKNOWN_WORDS)) {
		expect(words).toContain('may');
		expect(words).toContain('before you send it again');
		expect(words).toMatch(/^[A-Z].*\.$/);
		expect(words).not.toMatch(/error|problem|failure|mistake/i);
	}
	expect(UNKNOWN_WORDS.create).toContain('twice');
});
