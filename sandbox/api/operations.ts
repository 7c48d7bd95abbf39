import type { Choices } from '../choices.ts';
import type { Form } from '../store/forms.ts';
import type { Store } from '../store/store.ts';
import type { Submission } from '../store/submissions.ts';
import { jsonAnswer, type Answer } from './answer.ts';
import type { SentFieldData } from './fieldData.ts';
import { deleted, notFound } from './problem.ts';
import { deletedBody, submissionBody } from './representation.ts';
import { validFieldData } from './validation.ts';

export const operations = ['create', 'get', 'update', 'delete'] as const;

export type Operation = (typeof operations)[number];

/** What an operation works on, once the request is known to be allowed. */
export interface Work {
	readonly store: Store;
	readonly choices: Choices;
	readonly form: Form;
	/** the submission's permalink as it stands in the path; empty for a create */
	readonly permalink: string;
	readonly fieldData: SentFieldData;
	/** where the form's submissions stand, for a Location header */
	readonly path: string;
}

/** An answer, and the permalink of what was created, changed or deleted, if anything was. */
export interface Done {
	readonly answer: Answer;
	readonly stored?: string;
}

type Headers = Answer['headers'];

/** The answer to a write that was carried out, in each of the ways of giving it. */
const answerOf: Readonly<
	Record<Choices['createAnswer'], (status: number, body: object, headers: Headers) => Answer>
> = {
	json: jsonAnswer,
	text: (status, _body, headers) => ({
		status,
		headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
		body: 'Done.',
	}),
	empty: (_status, _body, headers) => ({ status: 204, headers, body: '' }),
	bodiless: (status, _body, headers) => ({ status, headers, body: '' }),
};

/** The four operations. Each throws a Problem where the service refuses. */
export const perform: Readonly<Record<Operation, (work: Work) => Done>> = {
	create({ store, choices, form, fieldData, path }) {
		const data = validFieldData(form, fieldData, true, choices);
		const submission = store.submissions.create(form.permalink, data);
		const { permalink } = submission;
		const headers = choices.permalink === 'location' ? { location: `${path}/${permalink}` } : {};
		const body = submissionBody(submission, choices, true);
		const status = Number(choices.createStatus);
		return { answer: answerOf[choices.createAnswer](status, body, headers), stored: permalink };
	},

	get(work) {
		return { answer: jsonAnswer(200, submissionBody(readable(work), work.choices, false)) };
	},

	update(work) {
		const { store, choices, form, fieldData } = work;
		const { data, permalink } = readable(work);
		const full = choices.update === 'full';
		const values = validFieldData(form, fieldData, full, choices);
		const updated = store.submissions.replace(permalink, full ? values : { ...data, ...values });
		const body = submissionBody(updated, choices, false);
		const status = Number(choices.updateStatus);
		return { answer: answerOf[choices.updateAnswer](status, body, {}), stored: permalink };
	},

	delete(work) {
		const { store, choices, permalink } = work;
		const submission = existing(work);
		const wasThere = store.submissions.delete(permalink);
		if (!wasThere && choices.secondDelete === '404') throw noSuchSubmission(work);
		return {
			answer: answerOf[choices.deleteAnswer](200, deletedBody(submission, choices), {}),
			...(wasThere && { stored: permalink }),
		};
	},
};

function existing(work: Work): Submission {
	const submission = work.store.submissions.find(work.form.permalink, work.permalink);
	if (!submission) throw noSuchSubmission(work);
	return submission;
}

function readable(work: Work): Submission {
	const submission = existing(work);
	if (submission.deleted === null || work.choices.deletedRead === 'returned') return submission;
	if (work.choices.deletedRead === '410') throw deleted('This submission was deleted.');
	throw noSuchSubmission(work);
}

function noSuchSubmission({ form, permalink }: Work): Error {
	return notFound(`Form ${form.permalink} has no submission ${permalink}.`);
}
