import type { ZodError } from 'zod';

/** What is wrong with options or switches: for each problem where it is and what should be there. */
export function problemsIn(error: ZodError): string[] {
	return error.issues.map(({ path, message }) => [...path, message].join(': '));
}
