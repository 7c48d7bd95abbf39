import type { Form } from '../store/forms.ts';
import type { Submission } from '../store/submissions.ts';
import { table, timeElement } from './layout.ts';
import { markup, type Html } from './markup.ts';
import { valueText } from './responseTable.ts';

export const responsesPerPage = 50;

/** Which part of a form's responses is shown: page number from 1, and how many there are in all. */
interface Part {
	readonly number: number;
	readonly count: number;
}

/** A table of responses, newest first, by the form's first fields. */
export function responseList(form: Form, shown: readonly Submission[], part: Part): Html {
	const fields = form.fields.slice(0, 3);
	const rows = shown.map(({ permalink, data, created }) => {
		const cells = fields.map(({ name }) => {
			const value = Object.hasOwn(data, name) ? data[name] : undefined;
			return markup`<td class="text">${valueText(value)}</td>`;
		});
		const address = `/forms/${form.permalink}/responses/${permalink}`;
		return markup`<tr>
			<td>
				<a href="${address}"><code>${permalink}</code></a>
			</td>
			${cells}
			<td>${timeElement(created)}</td>
		</tr>`;
	});
	return markup`<h2>${part.count} responses</h2>
		${table(['Response', ...fields.map(({ label }) => label), 'Created'], rows)}
		${pageLinks(part)}`;
}

function pageLinks({ number, count }: Part): Html {
	const last = Math.max(1, Math.ceil(count / responsesPerPage));
	if (last === 1) return markup``;
	const link = (target: number, text: string) =>
		target >= 1 && target <= last ? markup`<a href="?page=${target}">${text}</a>` : markup``;
	return markup`<nav aria-label="Pages" class="row">
		${link(number - 1, 'Newer')} <span>Page ${number} of ${last}</span>${link(number + 1, 'Older')}
	</nav>`;
}
