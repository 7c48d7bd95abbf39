import type { Choices } from '../choices.ts';
import type { Submission } from '../store/submissions.ts';

type Body = Record<string, unknown>;

/** The body that shows a submission, in the shape that the choices ask for. */
export function submissionBody(submission: Submission, choices: Choices, created: boolean): Body {
	return enveloped(
		{ ...permalinkEntry(submission, choices, created), ...fields(submission, choices) },
		choices,
	);
}

/** The body that confirms a delete. */
export function deletedBody(submission: Submission, choices: Choices): Body {
	return enveloped({ ...permalinkEntry(submission, choices, false), deleted: true }, choices);
}

function fields({ form, created, updated, data }: Submission, choices: Choices): Body {
	switch (choices.answerFields) {
		case 'grouped':
			return { form, created, updated, data };
		case 'beside':
			return { ...data, form, created, updated };
		case 'alone':
			return data;
	}
}

// Values alone leave no room for a permalink, except where there is no other way to learn it.
function permalinkEntry({ permalink }: Submission, choices: Choices, created: boolean): Body {
	if (choices.answerFields === 'alone' && !created) return {};
	switch (choices.permalink) {
		case 'body':
		case 'nested':
			return { permalink };
		case 'submission_permalink':
			return { submission_permalink: permalink };
		case 'location':
		case 'none':
			return {};
	}
}

function enveloped(record: Body, choices: Choices): Body {
	const body = choices.permalink === 'nested' ? { submission: record } : record;
	return choices.answer === 'enveloped' ? { data: body } : body;
}
