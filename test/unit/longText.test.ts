/*
 * Everything of the node that reads text from an item, a setting or an answer, at 10 MB of what has a
 * meaning in patterns: it comes to an end, and the stack holds. What it gives is for other tests.
 */
import { fieldNames, fromJson } from '../../nodes/Submissions/request/fieldData.ts';
import { parseFieldPath } from '../../nodes/Submissions/request/fieldPath.ts';
import { readBaseUrl } from '../../nodes/Submissions/request/baseUrl.ts';
import { percentDecode, percentEncode } from '../../nodes/Submissions/request/percent.ts';
import { readPermalink } from '../../nodes/Submissions/request/permalink.ts';
import { parsePlainReference } from '../../nodes/Submissions/request/plainReference.ts';
import { readProxy } from '../../nodes/Submissions/request/proxy.ts';
import { quote, Refusal } from '../../nodes/Submissions/request/refusal.ts';
import { readLimits } from '../../nodes/Submissions/response/limits.ts';
import { findCreatedPermalink } from '../../nodes/Submissions/response/createdPermalink.ts';
import { failureIn } from '../../nodes/Submissions/response/failure.ts';
import { presenter } from '../../nodes/Submissions/response/present.ts';
import { readBody } from '../../nodes/Submissions/response/read.ts';
import { answerOf, askedWith, failureWith, FORM } from './examples.ts';
import { many, withoutStall } from './stall.ts';

const PIECES = [
	'a',
	'1',
	' ',
	'\n',
	'/',
	'.',
	',',
	'%25',
	'\\n',
	'"\\',
	'[',
	'{"a":',
	'<!--',
	'<title',
	'&amp;#',
	'//@',
	"['a']",
	'.a[0]',
	'?;charset=',
];

const MEGABYTE = 1_000_000;

const answered = (text: string, headers: Record<string, string>, status = 422) => {
	const answer = answerOf(status, text, headers);
	const failure = failureIn({ answer, reading: readBody(answer), asked: askedWith() }, 'x');
	return failure && presenter(['a secret'])(failure);
};

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
	'an answer without a type': (text) => answered(text, {}),
	'an answer in JSON': (text) => answered(text, { 'content-type': 'application/json' }),
	'an answer in HTML': (text) => answered(text, { 'content-type': 'text/html' }),
	'a text in an answer in JSON': (text) =>
		answered(JSON.stringify({ errors: { [text]: text } }), {}),
	'the type of an answer': (text) => answered('x', { 'content-type': text }),
	'the address of a redirect': (text) => answered('', { location: `https://x.io${text}` }, 302),
	'the address of what was created': (text) =>
		findCreatedPermalink(answerOf(201, '', { location: text }), {}, '', FORM, undefined),
	'what an answer says of limits': (text) =>
		readLimits({ ratelimit: text, 'ratelimit-policy': text, 'retry-after': text, date: text }, 0),
	'a text that is shown': (text) => presenter(['secret'])(failureWith({ happened: text })),
	'a text that is quoted': quote,
	'a permalink': (text) => readPermalink(text, 'form'),
	'an address': (text) => readPermalink(`https://x.io${text}`, 'submission'),
	'a base URL': (text) => readBaseUrl(`https://x.io${text}`, false),
	'a proxy': (text) => readProxy(`http://x.io${text}`),
	'field data': fromJson,
	'names of fields': fieldNames,
	'a path': parseFieldPath,
	'an expression': (text) => parsePlainReference(`={{ $json${text} }}`),
	'a text in a form': percentEncode,
	'a text from an address': percentDecode,
};

test.each(Object.entries(READERS))('%s is read to its end', (_, read) => {
	const runs = PIECES.map((piece) => piece.repeat(many(MEGABYTE / 2 / piece.length)));
	for (const text of [...runs, runs.join('')]) {
		withoutStall(() => {
			try {
				return read(text);
			} catch (error) {
				// RangeError would be the stack, SyntaxError a pattern.
				expect(error).toBeInstanceOf(Refusal);
				return undefined;
			}
		});
	}
});
