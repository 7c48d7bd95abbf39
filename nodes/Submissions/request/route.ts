import type { IHttpRequestMethods, INodePropertyOptions } from 'n8n-workflow';

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
 * @param operations the options of the node's Operation parameter, each with its `routing`
 * @param operation the chosen operation's value
 * @throws Error when the description declares no such operation; people cannot choose one
 */
export function routeOf(operations: readonly INodePropertyOptions[], operation: string): Route {
	const request = operations.find(({ value }) => value === operation)?.routing?.request;
	if (typeof request?.url !== 'string' || typeof request.method !== 'string') {
		throw new Error(`The description declares no route for the operation "${operation}"`);
	}
	return { method: request.method, path: request.url };
}

/**
 * Whether a route addresses one submission (and not a form only).
 *
 * @param route a route of the description
 */
export function addressesSubmission(route: Route): boolean {
	return route.path.includes('[submission_permalink]');
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
