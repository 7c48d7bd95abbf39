import { Readable } from 'node:stream';

import { deadlineIn } from '../../../nodes/Submissions/response/deadline.ts';
import { isStreamed, receive } from '../../../nodes/Submissions/response/receive.ts';
import { brokenOff } from '../delivery/scripted.ts';
import { settle, useHeldLimits } from '../heldClock.ts';

const MEGABYTE = 1024 * 1024;

const { ends } = useHeldLimits();

/** Of an exchange that has all the time it needs. */
const inTime = () => deadlineIn(60_000);

function streamed(body: Readable, headers: Record<string, unknown> = {}) {
	return { statusCode: 200, headers, body };
}

describe('a response is told from whatever else n8n might give', () => {
	it.each([
		['a response with a stream', streamed(Readable.from([])), true],
		[
			'a response whose body is read already',
			{ statusCode: 200, headers: {}, body: 'text' },
			false,
		],
		['a response whose body is an object', { statusCode: 200, headers: {}, body: {} }, false],
		['a response with an empty body', { statusCode: 200, headers: {}, body: null }, false],
		['an object without a body', { statusCode: 200 }, false],
		['text', 'text', false],
		['null', null, false],
		['nothing', undefined, false],
	])('%s', (_, response, is) => {
		expect(isStreamed(response)).toBe(is);
	});
});

it('keeps the pieces in their order, and gives the names of the headers in lower case', async () => {
	const pieces = [Buffer.from('{"a":'), Buffer.from('1}')];
	const headers = { 'Content-Type': 'application/json', 'X-Count': 2 };
	expect(await receive(streamed(Readable.from(pieces), headers), inTime())).toStrictEqual({
		kind: 'answer',
		statusCode: 200,
		headers: { 'content-type': 'application/json', 'x-count': '2' },
		chunks: pieces,
	});
});

it('takes 16 MB, and breaks off with one byte more', async () => {
	const chunks = Array.from({ length: 16 }, () => Buffer.alloc(MEGABYTE));
	const answer = await receive(streamed(Readable.from(chunks)), inTime());
	expect(answer).toMatchObject({ kind: 'answer' });
	const tooLarge = Readable.from([...chunks, Buffer.alloc(1)]);
	expect(await receive(streamed(tooLarge), inTime())).toStrictEqual({
		kind: 'answer',
		statusCode: 200,
		headers: {},
		chunks: [],
		cut: 'answerTooLarge',
	});
	expect(tooLarge.destroyed).toBe(true);
});

it('gives up when the time is over, and lets go of the connection', async () => {
	const silent = new Readable({ read: () => undefined });
	silent.push('half');
	const received = receive(streamed(silent), inTime());
	await settle();
	ends[0]?.abort();
	expect(await received).toMatchObject({
		statusCode: 200,
		chunks: [Buffer.from('half')],
		cut: 'timeout',
	});
	expect(silent.destroyed).toBe(true);
});

it('blames the time where that breaks the connection', async () => {
	const body = new Readable({ read: () => undefined });
	const received = receive(streamed(body), inTime());
	ends[0]?.signal.addEventListener('abort', () => body.destroy(brokenOff('ERR_CANCELED')));
	ends[0]?.abort();
	expect(await received).toMatchObject({ cut: 'timeout' });
});

it.each([true, false])('knows a body that is gone, before it is read: %j', async (isGone) => {
	const body = new Readable({ read: () => undefined });
	body.push('half');
	if (isGone) body.destroy();
	await settle();
	const received = receive(streamed(body), inTime());
	await settle();
	body.destroy();
	expect(await received).toMatchObject({ statusCode: 200, cut: 'connectionLost' });
});

it.each([
	['The other side went away', undefined, 'connectionLost'],
	['unexpected end of file', 'Z_BUF_ERROR', 'connectionLost'],
	['canceled', 'ERR_CANCELED', 'cancelled'],
])('keeps the status and what came before the stream broke: %s', async (text, code, cut) => {
	const broken = Readable.from(
		(async function* () {
			yield await Promise.resolve(Buffer.from('half'));
			throw Object.assign(new Error(text), code === undefined ? {} : { code });
		})(),
	);
	expect(await receive({ ...streamed(broken), statusCode: 422 }, inTime())).toMatchObject({
		statusCode: 422,
		chunks: [Buffer.from('half')],
		cut,
	});
});
