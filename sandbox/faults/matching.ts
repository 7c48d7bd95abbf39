import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../api/operations.ts';
import type { FieldData } from '../store/submissions.ts';
import type { Rule } from './rule.ts';

/** What a rule can go by. */
export interface RequestFacts {
	readonly operation: Operation;
	readonly method: string;
	/** without its query */
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly form: string;
	readonly submission: string;
	/** the field data sent, once it is read */
	readonly values: FieldData;
}

type Test = (facts: RequestFacts) => boolean;

/** A test for the requests that a rule is about. */
export function matcher({ match }: Rule): Test {
	const { method, path, operation, form, submission, header = {}, field = {} } = match;
	const pathPattern = path === undefined ? undefined : new RegExp(path);
	const headers = patterns(header);
	const fields = patterns(field);
	return (facts) =>
		includes(
			method?.map((name) => name.toUpperCase()),
			facts.method,
		) &&
		includes(operation, facts.operation) &&
		includes(form, facts.form) &&
		includes(submission, facts.submission) &&
		(pathPattern?.test(facts.path) ?? true) &&
		headers.every(([name, pattern]) => pattern.test(textOf(facts.headers, name.toLowerCase()))) &&
		fields.every(([name, pattern]) => pattern.test(textOf(facts.values, name)));
}

function includes<Item>(list: readonly Item[] | undefined, item: Item): boolean {
	return list?.includes(item) ?? true;
}

function patterns(sources: Readonly<Record<string, string>>): [string, RegExp][] {
	return Object.entries(sources).map(([name, source]) => [name, new RegExp(source)]);
}

function textOf(values: Readonly<Record<string, unknown>>, name: string): string {
	const value = Object.hasOwn(values, name) ? values[name] : undefined;
	if (value === undefined) return '';
	return typeof value === 'string' ? value : JSON.stringify(value);
}
