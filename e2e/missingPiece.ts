/**
 * Something outside this project is missing or in the way: the network, disk space, a compiler,
 * a port, the browser. The message is one sentence that says what is missing and what to do, so it
 * is shown alone, without a stack.
 */
export class MissingPiece extends Error {
	override readonly name = 'MissingPiece';
}
