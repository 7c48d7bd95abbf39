import type { INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { PermalinkOf } from '../../../nodes/Submissions/request/permalink.ts';
import { readPermalink } from '../../../nodes/Submissions/request/permalink.ts';
import { FORM, SUBMISSION } from '../examples.ts';
import { DESCRIPTION, nodeWith, shownOf } from './shown.ts';

/** The locator that the editor shows with an operation. */
function propertyFor(of: PermalinkOf, operation: string): INodeProperties {
	const [property, ...others] = DESCRIPTION.properties.filter(
		(candidate) => candidate.name === of && shownOf([candidate], { operation }).length > 0,
	);
	if (property === undefined || others.length > 0) throw new Error(`Not one locator of a ${of}`);
	return property;
}

const KINDS: PermalinkOf[] = ['form', 'submission'];
const MODES = ['url', 'id'];

/** What n8n's editor says of a value, and refuses to run with. */
function warnings(of: PermalinkOf, mode: string, value: string): string[] {
	const property = propertyFor(of, 'get');
	const locator = { __rl: true, mode, value };
	const parameters = { resource: 'submission', operation: 'get', [property.name]: locator };
	const node = nodeWith(parameters);
	const issues = NodeHelpers.getParameterIssues(property, parameters, '', node, null);
	return Object.values(issues.parameters ?? {}).flat();
}

describe.each(KINDS)('the locator of a %s', (of) => {
	it('has the two modes of the contract, By URL first', () => {
		const { type, modes, default: value } = propertyFor(of, 'get');
		expect(type).toBe('resourceLocator');
		expect((modes ?? []).map(({ name, displayName }) => [name, displayName])).toStrictEqual([
			['url', 'By URL'],
			['id', 'By Permalink'],
		]);
		expect(value).toStrictEqual({ mode: 'url', value: '' });
	});

	it('shows an example in each mode that the run would take', () => {
		for (const mode of propertyFor(of, 'get').modes ?? []) {
			const example = (mode.placeholder ?? '').replace(/^e\.g\. /, '');
			expect(readPermalink(example, of).permalink).toBe(of === 'form' ? FORM : SUBMISSION);
		}
	});

	const taken = [
		'1234567890',
		'😀字אहñ-.~$(',
		` HTTPS://forms.example.com/prefix/forms/${FORM}/responses/${SUBMISSION}/?a=b#c `,
		...(of === 'form' ? [`https://forms.example.com/forms/${FORM}`] : []),
	];

	it.each(taken)(
		'lets through what the run takes, in either mode, whatever a fixed text looks like: %s',
		(value) => {
			readPermalink(value, of);
			for (const mode of MODES) expect(warnings(of, mode, value)).toStrictEqual([]);
		},
	);

	it('leaves an expression to the run', () => {
		for (const mode of MODES)
			expect(warnings(of, mode, '={{ $json.permalink }}')).toStrictEqual([]);
	});
});

it.each([
	['create', true, undefined],
	['get', false, true],
	['update', false, true],
	['delete', false, true],
	['upsert', false, false],
])('%s needs Form: %s, and Submission: %s', (operation, form, submission) => {
	expect(propertyFor('form', operation).required ?? false).toBe(form);
	const shown = shownOf(DESCRIPTION.properties, { operation }).includes('submission');
	expect(shown).toBe(submission !== undefined);
	if (shown) expect(propertyFor('submission', operation).required ?? false).toBe(submission);
});
