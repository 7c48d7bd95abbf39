import { walkJson } from '../../../nodes/Submissions/request/jsonWalk.ts';

// That it agrees with JSON.parse on what is JSON is a law in encoders/json.test.ts.
function faultIn(text: string): number | undefined {
	return walkJson(text, () => undefined);
}

it('meets each token once, in order, a name apart from a text', () => {
	const text = ' {"a\\"":[-1.5e3,0.5,"b",{}], "c" :null}';
	const met: string[] = [];
	walkJson(text, (token, start, end) => met.push(`${token} ${text.slice(start, end)}`));
	expect(met).toStrictEqual([
		'{ {',
		'key "a\\""',
		': :',
		'[ [',
		'number -1.5e3',
		', ,',
		'number 0.5',
		', ,',
		'text "b"',
		', ,',
		'{ {',
		'} }',
		'] ]',
		', ,',
		'key "c"',
		': :',
		'word null',
		'} }',
	]);
});

it.each([
	['', 0],
	['[', 1],
	['[1 2]', 3],
	['[1,]', 3],
	['{,}', 1],
	['{"a"}', 4],
	['{"a":}', 5],
	['{"a":1 "b":2}', 7],
	['{"a":1,}', 7],
	['[}', 1],
	['{1:2}', 1],
	['{"a', 1],
	['1:2', 1],
	['1,2', 1],
	['[1}', 2],
	['1 2', 2],
	['{} x', 3],
	['[TRUE]', 1],
	['[5.]', 1],
	['[+5]', 1],
	['[/5]', 1],
	['["\n"]', 1],
	['[" \u001f"]', 1],
	["['a']", 1],
	['["\\x"]', 1],
	['["\\u12"]', 1],
	['/* x */ 1', 0],
])('finds it in %j after %i characters', (text, at) => {
	expect(faultIn(text)).toBe(at);
});
