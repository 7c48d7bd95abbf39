import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Choices } from '../../sandbox/choices.ts';
import { faultKinds } from '../../sandbox/faults/fault.ts';
import type { FaultSettingsInput } from '../../sandbox/faults/rule.ts';
import type { RetryOf } from '../engine/engine.ts';
import { PASSWORD, TOKEN, USERNAME } from '../engine/service.ts';
import type { Chance } from './chance.ts';
import { chanceOf } from './chance.ts';
import { permalinkAlphabet } from '../../sandbox/permalink.ts';
import { drawFaults, isHanging } from './faultPlan.ts';
import type { Forms, PlannedItem, Target } from './itemPlan.ts';
import { drawItems } from './itemPlan.ts';

export type ErrorMode = 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
export type FieldDataMode = 'defineBelow' | 'autoMap' | 'json';
export type RepeatUnknown = 'never' | 'updates' | 'all';

/** The node's options as a plan draws them; one that is left out has the node's own default. */
export interface PlannedOptions {
	readonly bodyFormat?: 'json' | 'form' | 'multipart';
	/** Create Once Per Key. */
	readonly createOnceKey?: string;
	readonly ifNotFound?: 'fail' | 'report';
	readonly maxAttempts?: number;
	readonly minInterval?: number;
	readonly output?: 'simplified' | 'raw' | 'full';
	readonly repeatUnknown?: RepeatUnknown;
	readonly requestsAtOnce?: number;
	/** Milliseconds. */
	readonly timeout?: number;
	readonly wrapIn?: string;
}

/** Everything about one run of the campaign, drawn from its seed. */
export interface Plan {
	readonly seed: number;
	readonly forms: Forms;
	readonly targets: readonly Target[];
	readonly items: readonly PlannedItem[];
	readonly fieldDataMode: FieldDataMode;
	readonly locatorMode: 'id' | 'url';
	readonly onError: ErrorMode;
	/** How often n8n tries the node; once where it is not given. */
	readonly maxTries: number | undefined;
	readonly options: PlannedOptions;
	readonly credential: ICredentialDataDecryptedObject;
	readonly choices: Partial<Choices>;
	readonly faults: FaultSettingsInput;
	/** After how many answered requests the execution is cancelled. */
	readonly cancelAfter: number | undefined;
	/** What comes after the execution; undefined where nothing does. */
	readonly next: NextExecution | undefined;
	/** How often n8n's database does not take a write of the node's keys: a share of all. */
	readonly databaseFails: number;
}

/** A second execution, with the same items. */
export interface NextExecution {
	/** By the Retry button, which n8n offers where the first one failed; or from the trigger again. */
	readonly by: 'retry' | 'trigger';
	readonly retryOf: RetryOf['workflow'];
	/** Whether nothing goes wrong at the service any more. */
	readonly isWell: boolean;
}

/** The node's own defaults, as its documentation states them; of Requests at Once, the most that it finds. */
export const defaults = { maxAttempts: 3, requestsAtOnce: 20, repeatUnknown: 'never' } as const;

const MOST_ITEMS = 200;

/** Draws a run. @param seed a whole number from 0; the same seed draws the same run */
export function makePlan(seed: number): Plan {
	const chance = chanceOf(seed);
	const forms = { checked: chance.permalink(), free: chance.permalink() };
	// As many short runs as long ones, by order of magnitude.
	const count = Math.max(1, Math.floor(MOST_ITEMS ** chance.number()));
	const { items, targets } = drawItems(chance, forms, count);
	const leading = faultKinds[seed % faultKinds.length] ?? 'refuse';
	const endsHanging = isHanging(leading) || chance.happens(0.2);
	const timeout = endsHanging ? chance.whole(60, 200) : 60_000;
	const choices = drawChoices(chance);
	const credential = drawCredential(chance);
	const options = {
		...drawOptions(chance),
		...(choices.body === 'wrapped' && { wrapIn: 'submission' }),
		...(endsHanging && { timeout }),
	};
	const onError = chance.pick<ErrorMode>([
		'stopWorkflow',
		'continueRegularOutput',
		'continueErrorOutput',
	]);
	return {
		seed,
		forms,
		targets,
		items,
		fieldDataMode: chance.pick(['defineBelow', 'autoMap', 'json']),
		locatorMode: chance.pick(['id', 'url']),
		onError,
		maxTries: chance.happens(0.4) ? undefined : chance.whole(2, 5),
		credential,
		choices,
		faults: drawFaults(chance, {
			leading,
			markers: items.map(({ marker }) => marker),
			submissions: targets.map(({ permalink }) => permalink),
			secrets: secretsOf(credential),
			endsHanging,
			timeout,
		}),
		cancelAfter: chance.happens(0.2) ? chance.whole(1, count) : undefined,
		...drawNext(chance, options, onError === 'stopWorkflow'),
	};
}

/** @param mayFail whether the first execution can fail, so that n8n offers its Retry */
function drawNext(
	chance: Chance,
	options: PlannedOptions,
	mayFail: boolean,
): Pick<Plan, 'next' | 'options' | 'databaseFails'> {
	return {
		next: chance.happens(0.6)
			? {
					by: mayFail && chance.happens(0.7) ? 'retry' : 'trigger',
					retryOf: chance.pick(['currentlySaved', 'original']),
					isWell: chance.happens(0.5),
				}
			: undefined,
		options: {
			...options,
			...(chance.happens(0.5) && { createOnceKey: '={{ $json.marker }}' }),
		},
		databaseFails: chance.pick([0, 0, 0, 0.1, 0.5]),
	};
}

function drawOptions(chance: Chance): PlannedOptions {
	return {
		...(chance.happens(0.4) && { bodyFormat: chance.pick(['json', 'form', 'multipart']) }),
		...(chance.happens(0.4) && { ifNotFound: chance.pick(['fail', 'report']) }),
		...(chance.happens(0.6) && { maxAttempts: chance.whole(1, 5) }),
		...(chance.happens(0.2) && { minInterval: chance.pick([0, 20, 200]) }),
		...(chance.happens(0.3) && { output: chance.pick(['simplified', 'raw', 'full']) }),
		...(chance.happens(0.6) && { repeatUnknown: chance.pick(['never', 'updates', 'all']) }),
		...(chance.happens(0.8) && { requestsAtOnce: chance.pick([1, 2, 3, 8, 13, 20]) }),
	};
}

const TOKEN_LETTERS = `${permalinkAlphabet}+/=-._~`;

/** As some sign-in services make them; 60 KB hold what a whole directory says of a person. */
export const LONG_TOKENS: readonly [string, string] = [longToken(4_096), longToken(60_000)];

function longToken(length: number): string {
	const { whole } = chanceOf(length);
	const letter = () => TOKEN_LETTERS.charAt(whole(0, TOKEN_LETTERS.length - 1));
	return Array.from({ length }, letter).join('');
}

function drawCredential(chance: Chance): ICredentialDataDecryptedObject {
	const token = (accessToken: string) => ({ authentication: 'accessToken', accessToken });
	return {
		...chance.pick<ICredentialDataDecryptedObject>([
			token(TOKEN),
			token(TOKEN),
			{ authentication: 'usernamePassword', username: USERNAME, password: PASSWORD },
			{ authentication: 'usernamePassword', username: USERNAME, password: PASSWORD },
			...LONG_TOKENS.map(token),
		]),
		sendIn: chance.pick(['header', 'query']),
	};
}

/** The secrets of a credential of the campaign, which a run's record must not hold. */
export function secretsOf({
	accessToken,
}: ICredentialDataDecryptedObject): readonly [string, ...string[]] {
	return typeof accessToken === 'string' ? [accessToken] : [USERNAME, PASSWORD];
}

function drawChoices(chance: Chance): Partial<Choices> {
	return {
		body: chance.pick(['flat', 'wrapped']),
		answer: chance.pick(['flat', 'enveloped']),
		answerFields: chance.pick(['grouped', 'beside', 'alone']),
		permalink: chance.pick(['body', 'submission_permalink', 'nested', 'location', 'none']),
		update: chance.pick(['partial', 'full']),
		createAnswer: drawAnswer(chance),
		updateAnswer: drawAnswer(chance),
		deleteAnswer: drawAnswer(chance),
		deletedRead: chance.pick(['404', '410', 'returned']),
		secondDelete: chance.pick(['404', '200']),
		createStatus: chance.pick(['201', '200', '202', '203', '206']),
		updateStatus: chance.pick(['200', '201', '202', '203', '206']),
		validationErrors: chance.pick(['422', '400', '409', 'inside200', 'inside200']),
		errorShape: chance.pick(['map', 'list', 'problem', 'jsend', 'flag']),
		// A service that does not take the run's format refuses every write.
		contentTypes: chance.happens(0.1) ? chance.pick(['json', 'form', 'multipart']) : 'all',
		otherContentType: chance.pick(['415', '400']),
	};
}

function drawAnswer(chance: Chance): Choices['createAnswer'] {
	return chance.happens(0.6) ? 'json' : chance.pick(['text', 'empty', 'bodiless']);
}
