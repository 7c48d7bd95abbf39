/** What came back from the service, before anyone has read it. */
export interface Answer {
	readonly kind: 'answer';
	readonly statusCode: number;
	/** Header names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** What of its body came, as it came: to join it takes time, and twice the memory. */
	readonly chunks: readonly Uint8Array[];
	/** Why not the whole of its body came; undefined where it did. */
	readonly cut?: FaultCause;
}

/**
 * How much of an answer's body came, in bytes.
 *
 * @param answer the answer
 */
export function sizeOf({ chunks }: Answer): number {
	return chunks.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Whether an answer's status is one of a hundred.
 *
 * @param answer the answer
 * @param hundred the first of them, such as 200
 */
export function isIn({ statusCode }: Answer, hundred: number): boolean {
	return statusCode >= hundred && statusCode < hundred + 100;
}

/** No answer, not even the status of one. */
export interface Fault {
	readonly kind: 'fault';
	readonly cause: FaultCause;
	/** Whether the service can have seen the request: `never` only where that is sure. */
	readonly reached: 'never' | 'perhaps';
}

export type FaultCause =
	| 'connectionRefused'
	| 'hostNotFound'
	| 'hostUnreachable'
	| 'certificate'
	| 'noSecureConnection'
	| 'notConnected'
	| 'timeout'
	| 'connectionLost'
	| 'answerTooLarge'
	| 'fileUnreadable'
	| 'cancelled'
	| 'heldBack';
