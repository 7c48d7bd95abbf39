import type { FaultCause } from './answer';

/** Why a run ends before all its items had their turn. */
export const STOP_CODES = [
	'stopped',
	'cancelledBefore',
	'lockedOut',
	'brokeDown',
	'askedTooLong',
	'waitedInVain',
	'mayNotWait',
	'heldTooMuch',
] as const;

export type StopCode = (typeof STOP_CODES)[number];

/** Everything that can go wrong with an item, by a stable name. */
export type FailureCode =
	| 'badRequest'
	| 'unauthorized'
	| 'passwordRefused'
	| 'proxyRefused'
	| 'forbidden'
	| 'notFound'
	| 'formNotFound'
	| 'notAcceptable'
	| 'conflict'
	| 'conflictOnCreate'
	| 'tooLarge'
	| 'unsupportedFormat'
	| 'invalid'
	| 'tooManyRequests'
	| 'refused'
	| 'redirected'
	| 'redirectedAfter'
	| 'denied'
	| 'complaint'
	| 'gaveUp'
	| 'serviceFault'
	| 'unavailable'
	| 'gateway'
	| 'html'
	| 'notJson'
	| 'tooDeep'
	| 'tooMany'
	| 'packed'
	| 'noSubmission'
	| 'oddStatus'
	| 'broken'
	| 'keyOpen'
	| 'keyNotKept'
	| StopCode
	| FaultCause;

/**
 * How a failure is told: what happened and what to do. `{action}` stands for the operation, such as
 * "create a submission", `{span}` for a time.
 */
export interface FailureWords {
	readonly happened: string;
	readonly remedy: string;
}

/**
 * What a person is told, by what happened. The words follow n8n's rules for errors: what happened,
 * then how to get on, without "error", "problem", "failure" or "mistake".
 */
export const FAILURE_WORDS: Readonly<Record<FailureCode, FailureWords>> = {
	badRequest: {
		happened: 'The service could not read the request to {action}',
		remedy:
			'Check the field data and its format: Body Format and Put Fields Under under Options must be what the service expects.',
	},
	unauthorized: {
		happened: 'The service did not accept the credentials',
		remedy:
			'Correct the credential. An access token can have been cancelled: make a new one in the service under Settings > Integrations.',
	},
	passwordRefused: {
		happened: 'The service did not accept the username and password',
		remedy:
			'Correct the username and password in the credential. They are meant for development: for everything else, make an access token in the service under Settings > Integrations.',
	},
	proxyRefused: {
		happened: 'The proxy did not let the request through without credentials of its own',
		remedy: 'Put the user name and password of the proxy into the Proxy option.',
	},
	forbidden: {
		happened: 'The credentials may not {action} here',
		remedy:
			"Ask the form's owner for the permission, or use the credentials of an account that has it.",
	},
	notFound: {
		happened: 'The service found no such form or submission to {action}',
		remedy:
			'Check both permalinks, that the submission was not deleted, and that the Base URL of the credential is right.',
	},
	formNotFound: {
		happened: 'The service found no such form to {action}',
		remedy:
			"Check the form's permalink, that the form was not deleted, and that the Base URL of the credential is right.",
	},
	notAcceptable: {
		happened: 'The service offers its answer in no form that the node reads',
		remedy:
			'The node asks for JSON (Accept: application/json): have the service answer so, or set the Accept that it wants under Headers in Options.',
	},
	conflict: {
		happened: 'The service could not {action} as things stand there',
		remedy: 'Look at the submission in the service; somebody else may have changed it.',
	},
	conflictOnCreate: {
		happened: 'The service could not {action} beside what is there already',
		remedy: "Look among the form's responses: there may be one already that has the same values.",
	},
	tooLarge: {
		happened: 'The request to {action} is too large for the service',
		remedy: 'Send fewer or shorter fields, or smaller files.',
	},
	unsupportedFormat: {
		happened: 'The service does not accept field data in this format',
		remedy: 'Choose another Body Format under Options.',
	},
	invalid: {
		happened: 'The service did not accept the field data',
		remedy: 'Correct the fields that it names.',
	},
	tooManyRequests: {
		happened: 'The service received more requests than it allows',
		remedy: 'Run the items again later; where the limit is for long, raise Max Wait under Options.',
	},
	refused: {
		happened: 'The service refused to {action}',
		remedy: 'Check the permalinks, the field data and the credential.',
	},
	redirected: {
		happened: 'The address answers with a redirect, which is never followed',
		remedy: 'Correct the Base URL of the credential.',
	},
	redirectedAfter: {
		happened: 'The service answered with a redirect in place of data',
		remedy: 'A redirect is never followed. Check the Base URL of the credential.',
	},
	denied: {
		happened: 'The service answered, but only to say that it did not {action}',
		remedy: 'Correct what it names.',
	},
	complaint: {
		happened: 'The service reported faults when asked to {action}',
		remedy: 'Look at what it names.',
	},
	gaveUp: {
		happened: 'A gateway gave up waiting for the service to {action}',
		remedy: 'Try later, or with fewer Requests at Once under Options.',
	},
	serviceFault: {
		happened: 'The service broke down while trying to {action}',
		remedy: "Try later; if it goes on, tell the service's support when the request was made.",
	},
	unavailable: {
		happened: 'The service is not available',
		remedy: 'Try later.',
	},
	gateway: {
		happened: 'A gateway in front of the service got no answer from it',
		remedy: 'Try later.',
	},
	html: {
		happened: 'A web page came back instead of data',
		remedy:
			'Check the Base URL of the credential: it must be the address of the service itself, not of a sign-in page or proxy.',
	},
	notJson: {
		happened: 'The answer claims to be JSON but is not',
		remedy: "Look at the submission in the service; if it persists, contact the service's support.",
	},
	tooDeep: {
		happened: 'The answer is nested too deeply to be read',
		remedy: 'Look at the submission in the service.',
	},
	tooMany: {
		happened: 'The answer holds more than 100,000 values',
		remedy: 'Look at the submission in the service.',
	},
	packed: {
		happened: 'The answer is packed in a way that n8n cannot undo',
		remedy:
			'Look at the submission in the service; its answers must have no Content-Encoding, or gzip, deflate or br.',
	},
	noSubmission: {
		happened: 'The answer holds no submission',
		remedy:
			'Check both permalinks, and that the Base URL of the credential is the address of the service itself.',
	},
	oddStatus: {
		happened: 'The answer has a status that no service should send',
		remedy: 'Check the Base URL of the credential.',
	},
	connectionRefused: {
		happened: 'Connection refused',
		remedy: 'Check the Base URL of the credential, and whether the service (or the proxy) runs.',
	},
	hostNotFound: {
		happened: 'The host name could not be found',
		remedy: 'Check the Base URL of the credential for a typo in the host name.',
	},
	hostUnreachable: {
		happened: 'The host cannot be reached',
		remedy: 'Check the network, the proxy, and the Base URL of the credential.',
	},
	certificate: {
		happened: "The host's SSL certificate cannot be trusted",
		remedy:
			'Have the certificate repaired. If you know that it is the right host, turn on Ignore SSL Issues in the credential.',
	},
	noSecureConnection: {
		happened: 'No secure connection to the host could be made',
		remedy:
			'Check the Base URL of the credential: its port may be one for http://, or for something else.',
	},
	notConnected: {
		happened: 'The connection broke before the request was sent',
		remedy: 'Check the network, the proxy, and whether the service runs.',
	},
	timeout: {
		happened: 'No complete answer arrived in time',
		remedy: 'Raise Timeout under Options if the service is slow.',
	},
	connectionLost: {
		happened: 'The connection broke before the answer was complete',
		remedy: 'Check the network and the service, then try again.',
	},
	answerTooLarge: {
		happened: 'The answer is larger than 16 MB, so reading it was given up',
		remedy: 'Look at the submission in the service.',
	},
	fileUnreadable: {
		happened: "A file of the item cannot be read from n8n's binary data",
		remedy: 'Check that the node that made the file ran in this execution, then run it again.',
	},
	cancelled: {
		happened: 'The execution was canceled while the request was under way',
		remedy: 'Nothing else was sent.',
	},
	heldBack: {
		happened: 'n8n blocked the request',
		remedy: 'Check the credential, its allowed domains and the Proxy option.',
	},
	broken: {
		happened: 'The node itself broke down at this item',
		remedy: 'Nothing more was sent. Report it with the version of this node and of n8n.',
	},
	stopped: {
		happened: 'Not sent, because the run had stopped',
		remedy: 'Run the items that were not sent again.',
	},
	cancelledBefore: {
		happened: 'Not sent, because the execution had been canceled',
		remedy: 'Run the items that were not sent again.',
	},
	lockedOut: {
		happened: 'Not sent, because the service refused the credentials five times in a row',
		remedy: 'Correct the credential, then run the items that were not sent again.',
	},
	askedTooLong: {
		happened: 'Not sent, because the service takes no requests before {span}',
		remedy: 'Then run the items that were not sent again, or raise Max Wait under Options.',
	},
	waitedInVain: {
		happened: 'Not sent, because the service took no request for {span}',
		remedy:
			'See whether the service runs and what it allows, then run the items that were not sent again.',
	},
	mayNotWait: {
		happened: 'Not sent, because the service took no request, and Max Wait is 0',
		remedy: 'Run the items that were not sent again later, or raise Max Wait under Options.',
	},
	heldTooMuch: {
		happened: 'Not sent, because the answers of this run take more than 256 MB by now',
		remedy:
			'Run the items that were not sent again, fewer at a time; or keep less of each answer by Fields to Return under Options.',
	},
	brokeDown: {
		happened: 'Not sent, because the node had broken down',
		remedy: 'Run the items that were not sent again.',
	},
	keyOpen: {
		happened: 'The key was sent before, and no answer to that is known',
		remedy:
			'A run was cut off at it, or is at work on it still. Once you have looked and it is not there, run it with Retry When Outcome Is Unknown set to Updates and Creates under Options.',
	},
	keyNotKept: {
		happened: "Not sent, because n8n's database did not take the key",
		remedy: "Run the item again. If it persists, look at n8n's log and its database.",
	},
};

/**
 * Said after the remedy where a write got no answer that can be relied on. `{permalink}` stands for the
 * one that the answer named all the same.
 */
export const UNKNOWN_WORDS: Readonly<Record<'create' | 'createdAs' | 'change', string>> = {
	create:
		"The submission may still have been created: look for it among the form's responses before you send it again, or you may have it twice.",
	createdAs:
		'The submission may still have been created, as "{permalink}": look there first, before you send it again, or you may have it twice.',
	change: 'The change may still have been made: look at the submission before you send it again.',
};
