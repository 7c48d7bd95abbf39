import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../store/accounts.ts';
import type { Form } from '../store/forms.ts';
import type { Store } from '../store/store.ts';
import { markup } from './markup.ts';
import { fieldTable } from './fieldTable.ts';
import { page, table, tabs, toCopy } from './layout.ts';
import { responseList, responsesPerPage } from './responseList.ts';
import { responseTable } from './responseTable.ts';
import { forSignedIn } from './signInPages.ts';

type FormRequest = FastifyRequest<{
	Params: { form: string; submission: string };
	Querystring: { page?: string };
}>;

/** The pages whose addresses people paste: a form, its responses, and one response. */
export function formPages(app: FastifyInstance, store: Store): void {
	app.get(
		'/forms',
		forSignedIn(store, (_request, reply, account) =>
			reply.send(page(placeOf('Forms', account), formList(store))),
		),
	);
	app.get(
		'/forms/:form',
		forSignedIn(store, (request: FormRequest, reply, account) => {
			const form = store.forms.find(request.params.form);
			if (!form) return missing(reply, account, 'There is no such form.');
			const content = markup`${formTabs(form, 'fields')}${addressOf(request, "The form's address")}
			${fieldTable(form)}`;
			return reply.send(page(placeOf(form.name, account), content));
		}),
	);
	app.get(
		'/forms/:form/responses',
		forSignedIn(store, (request: FormRequest, reply, account) => {
			const form = store.forms.find(request.params.form);
			if (!form) return missing(reply, account, 'There is no such form.');
			const count = store.submissions.count(form.permalink);
			const number = Math.max(1, Math.trunc(Number(request.query.page)) || 1);
			const offset = (number - 1) * responsesPerPage;
			const shown = store.submissions.page(form.permalink, responsesPerPage, offset);
			const content = markup`${formTabs(form, 'responses')}${addressOf(request, "The form's address")}
			${responseList(form, shown, { number, count })}`;
			return reply.send(page(placeOf(form.name, account), content));
		}),
	);
	app.get(
		'/forms/:form/responses/:submission',
		forSignedIn(store, (request: FormRequest, reply, account) => {
			const { form: permalink, submission } = request.params;
			const form = store.forms.find(permalink);
			const response = store.submissions.find(permalink, submission);
			if (!form || !response) return missing(reply, account, 'There is no such response.');
			if (response.deleted) return missing(reply, account, 'This response was deleted.');
			const content = markup`<p><a href="/forms/${form.permalink}/responses">${form.name}</a></p>
				${addressOf(request, "The response's address")} ${responseTable(form, response)}`;
			return reply.send(page(placeOf(`Response ${response.permalink}`, account), content));
		}),
	);
}

function placeOf(title: string, { username }: Account) {
	return { title, section: 'Forms', username } as const;
}

function addressOf(request: FastifyRequest, label: string) {
	const path = request.url.split('?', 1)[0] ?? '';
	return toCopy('address', label, `http://${request.host}${path}`);
}

function formTabs({ permalink }: Form, current: 'fields' | 'responses') {
	const fields = `/forms/${permalink}`;
	const responses = `${fields}/responses`;
	return tabs('Form', current === 'fields' ? fields : responses, {
		[fields]: 'Fields',
		[responses]: 'Responses',
	});
}

function formList({ forms, submissions }: Store) {
	const rows = forms.list().map(({ permalink, name }: Form) => {
		const address = `/forms/${permalink}`;
		return markup`<tr>
			<td><a href="${address}">${name}</a></td>
			<td><code>${permalink}</code></td>
			<td><a href="${address}/responses">${submissions.count(permalink)}</a></td>
		</tr>`;
	});
	return table(['Form', 'Permalink', 'Responses'], rows);
}

function missing(reply: FastifyReply, account: Account, message: string): FastifyReply {
	return reply.code(404).send(page(placeOf('Not found', account), markup`<p>${message}</p>`));
}
