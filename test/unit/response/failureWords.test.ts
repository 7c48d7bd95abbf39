import type { FailureWords } from '../../../nodes/Submissions/response/failureWords.ts';
import { FAILURE_WORDS, UNKNOWN_WORDS } from '../../../nodes/Submissions/response/failureWords.ts';

const ENTRIES: [string, FailureWords][] = Object.entries(FAILURE_WORDS);

const AVOIDED = /error|problem|failure|mistake/i;

it.each(ENTRIES)('%s: what happened in one sentence, what to do in whole ones', (_, words) => {
	const { happened, remedy } = words;
	expect(happened).toMatch(/^([A-Z]|n8n).*([a-z0]|\{action\}|\{span\})$/);
	expect(happened).not.toContain('. ');
	expect(happened.replace(/\{action\}|\{span\}/, '')).not.toMatch(/[{}]/);
	expect(remedy).toMatch(/^[A-Z][^{}]*\.$/);
	expect(`${happened} ${remedy}`).not.toMatch(AVOIDED);
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
		expect(words).not.toMatch(AVOIDED);
	}
	expect(UNKNOWN_WORDS.create).toContain('twice');
});
