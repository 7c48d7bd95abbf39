/*
 * A server that gives one answer to everybody, in a thread of its own: what it takes to make the answer
 * must not be taken for a stall of n8n.
 */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

import { wireOf } from './answer.ts';
import type { PlannedAnswer, Wire } from './answer.ts';

/** What it is told, and what it says to that. */
export type Order = { readonly answer: PlannedAnswer } | 'report';
export type Reply = { readonly port: number } | 'ready' | Report;

/** What it heard of. */
export interface Report {
	/** The request lines. */
	readonly heard: readonly string[];
	/** How long the bodies were that were announced, together, in bytes. */
	readonly announced: number;
	/** How many connections are open. */
	readonly open: number;
}

if (parentPort === null) throw new Error('It runs in a thread of its own');
const port = parentPort;

let wire: Wire = { bytes: Buffer.alloc(0), head: 0, whole: 0 };
let ends = true;
let heard: string[] = [];
let announced = 0;
let open = 0;

const server = createServer((socket) => {
	open++;
	socket.on('close', () => open--);
	socket.on('error', () => undefined);
	let head = '';
	let missing: number | undefined;
	socket.on('data', (bytes: Buffer) => {
		let length = bytes.length;
		if (missing === undefined) {
			head += bytes.toString('latin1');
			const end = head.indexOf('\r\n\r\n');
			if (end === -1) return;
			heard.push(head.slice(0, head.indexOf('\r\n')));
			missing = Number(/^content-length: *(\d+)/im.exec(head.slice(0, end))?.[1] ?? 0);
			announced += missing;
			length = head.length - end - 4;
		}
		missing -= length;
		if (missing > 0) return;
		missing = Infinity;
		socket.write(wire.bytes);
		if (ends) socket.end();
	});
});

port.on('message', (order: Order) => {
	if (order === 'report') {
		port.postMessage({ heard, announced, open } satisfies Reply);
		return;
	}
	wire = wireOf(order.answer);
	ends = order.answer.then === 'end';
	heard = [];
	announced = 0;
	port.postMessage('ready' satisfies Reply);
});

server.listen(0, '127.0.0.1', () => {
	port.postMessage({ port: (server.address() as AddressInfo).port } satisfies Reply);
});
