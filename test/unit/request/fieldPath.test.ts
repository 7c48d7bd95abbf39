import fc from 'fast-check';

import {
	parseFieldPath,
	readFieldPath,
	readNames,
} from '../../../nodes/Submissions/request/fieldPath.ts';
import { holdsFor } from '../property.ts';
import { refusalOf } from '../refusals.ts';
import { many, withoutStall } from '../stall.ts';

it.each<[string, (string | number)[]]>([
	['', []],
	['data.list.0.id', ['data', 'list', '0', 'id']],
	[' data . id ', ['data', 'id']],
	['Full name.first', ['Full name', 'first']],
	['list[0][12].id', ['list', 0, 12, 'id']],
	['[0].id', [0, 'id']],
	['["x].y"].id', ['x].y', 'id']],
	[`a['b']["c"].d`, ['a', 'b', 'c', 'd']],
	['a[ "b" ] [ 0 ] .c', ['a', 'b', 0, 'c']],
	['[" a "]', [' a ']],
	['[""]', ['']],
	[String.raw`['it\'s']["a\"b"]`, ["it's", 'a"b']],
	[String.raw`['a\b']`, [String.raw`a\b`]],
	[`["it's"]['"']`, ["it's", '"']],
	['$json.data.id', ['data', 'id']],
	[` $json["x.y"].id`, ['x.y', 'id']],
	['$json', ['$json']],
	['.submission.', ['submission']],
	[' . ', []],
	['a. .b', ['a', 'b']],
	['a.[0]', ['a', 0]],
	['$jsonp.id', ['$jsonp', 'id']],
	['__proto__.x', ['__proto__', 'x']],
])('%j leads over %j', (text, path) => {
	expect(parseFieldPath(text)).toStrictEqual(path);
});

it.each(['a[0]b', 'a[b]', 'a[]', 'a[0', 'a]', '["a]', `["a']`, '["a"b]', '{{ $json.id }}'])(
	'%j is no path, and is refused with the name of its option',
	(text) => {
		expect(parseFieldPath(text)).toBeUndefined();
		const refusal = refusalOf(() => readFieldPath(text, 'Path of the New Permalink'));
		expect(refusal.parameter).toBe('Path of the New Permalink');
		expect(refusal.message).toBe(
			`The option Path of the New Permalink is "${text}", which is no path.`,
		);
		expect(refusal.remedy).toContain('data.permalink');
	},
);

it('reads names where every step is one, and refuses a place in a list', () => {
	expect(readNames('a["b.c"].0', 'Put Fields Under')).toStrictEqual(['a', 'b.c', '0']);
	const refusal = refusalOf(() => readNames('list[0].id', 'Put Fields Under'));
	expect(refusal.message).toBe(
		'The option Put Fields Under is "list[0].id", which names a place in a list.',
	);
});

it('finds the names again, however the editor writes them', () => {
	holdsFor(fc.array(fc.oneof(fc.string(), fc.nat({ max: 999 })), { minLength: 1 }), (path) => {
		const written = path
			.map((step) =>
				typeof step === 'number' ? `[${step}]` : `['${step.replace(/['\\]/g, String.raw`\$&`)}']`,
			)
			.join('');
		expect(parseFieldPath(written)).toStrictEqual(path);
		expect(parseFieldPath(`$json${written}`)).toStrictEqual(path);
	});
});

it.each(['[', '["', 'a.', ' ', "['\\", 'a[0] ', '$json'])(
	'is read without a stall: %j',
	(piece) => {
		withoutStall(() => parseFieldPath(piece.repeat(many(300_000))));
		withoutStall(() => parseFieldPath(`${piece.repeat(many(300_000))}]`));
	},
);
