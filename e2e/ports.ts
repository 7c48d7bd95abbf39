import { once } from 'node:events';
import { createServer } from 'node:net';
import { MissingPiece } from './missingPiece.ts';

async function listenOnce(port: number): Promise<number> {
	const server = createServer();
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (address === null || typeof address === 'string') {
		throw new Error('A TCP server listens on no TCP port');
	}
	return address.port;
}

/** A port of 127.0.0.1 that nothing listens on now. */
export async function freePort(): Promise<number> {
	return await listenOnce(0);
}

/**
 * Makes sure that a port which a person chose is free.
 *
 * @param port 1 to 65535
 * @param option the command-line option that it came from, for the message
 * @throws MissingPiece when it is taken or may not be used
 */
export async function requireFreePort(port: number, option: string): Promise<number> {
	try {
		return await listenOnce(port);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		if (code === 'EADDRINUSE') {
			throw new MissingPiece(
				`Port ${port} is taken: end what listens there, give another with ${option}, or leave ${option} out to have a free one chosen.`,
			);
		}
		if (code === 'EACCES') {
			throw new MissingPiece(
				`Port ${port} may not be used by this user: give one above 1023 with ${option}.`,
			);
		}
		throw error;
	}
}
