import { checkJsonText } from '../../../nodes/Submissions/request/jsonText.ts';
import { refusalOf } from '../refusals.ts';

const TEXT = '={ "path": "{{ $json.path }}", "n": 1 }';
const LIST = '=[{{ $json.path }}]';

it.each([
	[TEXT, 'C:\\new'],
	[TEXT, '\\u0041'],
	[TEXT, 'a", "paid": "yes'],
	[TEXT, 'two\nlines'],
	[TEXT, ['a', 'b"c']],
	['={ "a": "{{ $json.n }}", "b": "x \\" {{$json[\'path\']}}" }', '"'],
	['={ "a": "\\\\", "b": "{{ $json.path }}" }', '"'],
	['={ "n": {{ $json.path }} }', '1, "paid": true'],
])(
	'text that would be read as JSON is refused, by what it is put in with: %s, %j',
	(written, path) => {
		const { parameter, message } = refusalOf(() => {
			checkJsonText(written, { path, n: 5 });
		});
		expect(parameter).toBe('Field Data');
		expect(message).toMatch(
			/^Field Data \(JSON\) puts "\$json(?:\.path|\['path'\])" into its text/,
		);
	},
);

it.each([
	[TEXT, 'Ada’s path, 5 % {x}'],
	// An apostrophe of Windows-1252 that was read as Latin-1.
	[TEXT, 'it\u0092s'],
	[TEXT, undefined],
	[TEXT, 5],
	// Whole JSON, and lists of numbers.
	['={ "data": {{ $json.path }} }', '{"a":"b"}'],
	['={{ $json.path }}', '{"a":"b'],
	['=\n{{ $json.path }}\n', '{"a":"b'],
	[LIST, '1,2'],
	[LIST, '"a","b"'],
	[LIST, '{"x":1},{"y":1}'],
	['={ {{ $json.path }} }', '"x":1,"y":"z"'],
	// What writes JSON itself.
	['={ "path": {{ JSON.stringify($json.path) }} }', 'a"b'],
	['={ "path": "{{ $json.path.replaceAll(\'"\', "") }}" }', 'a"b'],
	// No expression.
	['{ "path": "{{ $json.path }}" }', '"'],
	[{ path: '"' }, '"'],
])('%j is left alone with %j', (written, path) => {
	expect(() => {
		checkJsonText(written, { path });
	}).not.toThrow();
});
