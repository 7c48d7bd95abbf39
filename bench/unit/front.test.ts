import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { freePort } from '../../e2e/ports.ts';
import { openFront } from '../limits/front.ts';

async function codeOf(asked: Promise<Response>): Promise<unknown> {
	const error = await asked.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	const cause = error instanceof Error ? error.cause : undefined;
	return cause instanceof Error && 'code' in cause ? cause.code : error;
}

void test(
	'while a front refuses, no connection stands, and a request under way goes on to its end',
	{ timeout: 10_000 },
	async (context) => {
		let answer: (() => void) | undefined;
		const service = createServer((request, response) => {
			response.setHeader('connection', 'close');
			const end = (): void => void response.end('done');
			if (request.url === '/late') answer = end;
			else end();
		});
		service.listen(0, '127.0.0.1');
		await once(service, 'listening');
		const address = service.address();
		assert.ok(address !== null && typeof address !== 'string');
		const port = await freePort();
		const front = await openFront(port, address.port);
		context.after(() => {
			front.close();
			service.close();
			service.closeAllConnections();
		});
		const ask = (path: string): Promise<Response> =>
			fetch(`http://127.0.0.1:${String(port)}${path}`);

		const late = ask('/late');
		await once(service, 'request');
		const refusing = front.refuse(200);
		assert.equal(await codeOf(ask('/')), 'ECONNREFUSED');
		answer?.();
		assert.equal(await (await late).text(), 'done');
		await refusing;
		assert.equal(await (await ask('/')).text(), 'done');
	},
);
