import { exampleOf } from '../api/fieldTypes.ts';
import type { Form } from '../store/forms.ts';
import { table } from './layout.ts';
import { markup, type Html } from './markup.ts';

/** What field data for a form is called and must be: each field's name, type, and whether it must be there. */
export function fieldTable({ fields }: Form): Html {
	if (fields.length === 0) {
		return markup`<h2>Fields</h2>
			<p>This form defines no fields: it keeps whatever it is sent.</p>`;
	}
	const rows = fields.map(
		({ name, label, type, required }) =>
			markup`<tr>
				<td class="text"><code>${name}</code></td>
				<td class="text">${label}</td>
				<td>${type}</td>
				<td><code>${exampleOf(type)}</code></td>
				<td>${required ? 'Required' : 'Optional'}</td>
			</tr>`,
	);
	return markup`<h2>Fields</h2>
		<p class="soft">The name is what field data calls the field; the label is what people see.</p>
		${table(['Name', 'Label', 'Type', 'Example', 'Required'], rows)}`;
}
