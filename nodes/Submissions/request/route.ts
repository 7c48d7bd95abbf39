import type { IHttpRequestMethods } from 'n8n-workflow';

import type { Work } from '../description/operations';

/** Where an operation's request goes, as the description declares it. */
export interface Route {
	readonly method: IHttpRequestMethods;
	/** The path as the interface's document prints it, permalinks in square brackets. */
	readonly path: string;
}

/** The permalinks that a path may ask for, by the names that the interface's document gives them. */
export interface PathPermalinks {
	readonly permalink: string;
	readonly submission_permalink?: string;
}

/**
 * Reads an operation's route off the description.
 *
 * @param work what the operation does
 */
export function routeOf({ routing }: Work): Route {
	return { method: routing.request.method, path: routing.request.url };
}

/**
 * Puts the permalinks into a path, each percent-encoded as one path segment.
 *
 * @param path the path with its parameters in square brackets (interface, part 2, rule 1)
 * @param permalinks the checked permalinks
 * @throws Error when the path asks for a permalink that is not there
 */
export function fillPath(path: string, permalinks: PathPermalinks): string {
	return path.replace(/\[(permalink|submission_permalink)\]/g, (_, name: keyof PathPermalinks) => {
		const permalink = permalinks[name];
		if (permalink === undefined) throw new Error(`The path ${path} needs a ${name}`);
		return encodeURIComponent(permalink);
	});
}
