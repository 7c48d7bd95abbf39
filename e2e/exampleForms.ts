import { sampleForms } from '../sandbox/sampleForms.ts';

/** The permalinks of the sandbox's forms, by their names. */
export const exampleForms: Readonly<Record<string, string | undefined>> = Object.fromEntries(
	sampleForms.map(({ name, permalink }) => [name, permalink]),
);

/** The permalinks of the sandbox's first submissions, by the name of their form. */
export const exampleSubmissions: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	sampleForms.map(({ name, submissions = [] }) => [
		name,
		submissions.flatMap(({ permalink }) => permalink ?? []),
	]),
);
