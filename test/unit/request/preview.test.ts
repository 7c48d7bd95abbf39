import { encodeBody } from '../../../nodes/Submissions/request/body.ts';
import { previewOf } from '../../../nodes/Submissions/request/preview.ts';
import { FORM, requestOf, SUBMISSION } from '../examples.ts';

const BASE_URL = 'https://forms.example.com/prefix';
const url = `${BASE_URL}/api/v1/forms/${FORM}/submissions/${SUBMISSION}`;

it.each([
	['json', { a: { b: [1, 'x'] } }],
	['form', 'a%5Bb%5D%5B0%5D=1&a%5Bb%5D%5B1%5D=x'],
	[
		'multipart',
		[
			{ name: 'a[b][0]', value: '1' },
			{ name: 'a[b][1]', value: 'x' },
			{ name: 'photo', fileName: 'a.png', mimeType: 'image/png' },
		],
	],
])('shows a body of the format %s, and no header', (format, shown) => {
	const file = { data: 'eA==', mimeType: 'image/png', fileName: 'a.png' };
	const files = format === 'multipart' ? [{ name: 'photo', file }] : [];
	const body = encodeBody({ a: { b: [1, 'x'] } }, files, format, '');
	const headers = [{ name: 'X-Key', value: 'secret' }];
	expect(previewOf(requestOf('update', { body, headers }), BASE_URL)).toStrictEqual({
		method: 'POST',
		url,
		body: shown,
	});
});

it('shows no body where there is none', () => {
	expect(previewOf(requestOf('delete'), BASE_URL)).toStrictEqual({ method: 'DELETE', url });
});
