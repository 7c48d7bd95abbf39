/** What came back from the service, before anyone has read it. */
export interface Answer {
	readonly kind: 'answer';
	readonly statusCode: number;
	/** Header names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly bytes: Uint8Array;
}

/** No answer, or none that arrived whole. */
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
	| 'timeout'
	| 'connectionLost'
	| 'answerTooLarge'
	| 'fileUnreadable'
	| 'cancelled'
	| 'heldBack';
