import type { Form } from '../store/forms.ts';
import type { Submission } from '../store/submissions.ts';
import { timeElement } from './layout.ts';
import { markup, type Html } from './markup.ts';

/** A value as people read it: text as it is, nothing for null, the rest as JSON. */
export function valueText(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

/** Every value of a response: the form's fields in their order, then what else was sent. */
export function responseTable(form: Form, response: Submission): Html {
	const labels = new Map(form.fields.map(({ name, label }) => [name, label]));
	const names = new Set([...labels.keys(), ...Object.keys(response.data)]);
	const rows = [...names].map((name) => {
		const value = Object.hasOwn(response.data, name) ? response.data[name] : undefined;
		const label = labels.get(name) ?? 'Not in the form';
		return markup`<tr>
			<th scope="row">${label}<br /><code>${name}</code></th>
			<td class="text">${valueText(value)}</td>
		</tr>`;
	});
	const { created, updated } = response;
	return markup`<h2>Values</h2>
		<div class="scroll">
			<table>
				<tbody>
					${rows}
				</tbody>
			</table>
		</div>
		<p class="soft">
			Created ${timeElement(created)}, updated
			${timeElement(updated)}.
		</p>`;
}
