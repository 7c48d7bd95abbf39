import type { FastifyInstance } from 'fastify';
import { fromFormEncoding } from '../api/bracketNames.ts';
import { addressedToLoopback, comesFromElsewhere } from '../loopback.ts';
import type { Store } from '../store/store.ts';
import { contentSecurityPolicy } from './contentSecurityPolicy.ts';
import { formPages } from './formPages.ts';
import { settingsPages } from './settingsPages.ts';
import { signInPages } from './signInPages.ts';

const headers = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': contentSecurityPolicy,
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'same-origin',
	'cache-control': 'no-store',
};

/** The web pages: forms and their responses, settings, signing in. For this machine only. */
export function pages(app: FastifyInstance, store: Store): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, body, done) => {
			done(null, fromFormEncoding(String(body)));
		},
	);
	app.addHook('onRequest', async (request, reply) => {
		reply.headers(headers);
		if (!addressedToLoopback(request)) {
			return reply.code(421).send('These pages are for this machine only: open them at 127.0.0.1.');
		}
		if (request.method === 'POST' && comesFromElsewhere(request)) {
			return reply.code(403).send('This form was sent from a page of another origin.');
		}
	});
	app.get('/', (_request, reply) => reply.redirect('/forms', 303));
	signInPages(app, store);
	formPages(app, store);
	settingsPages(app, store);
}
