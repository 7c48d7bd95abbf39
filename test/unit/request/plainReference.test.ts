import { runInNewContext } from 'node:vm';

import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
	followPlainReference,
	NEEDS_ENGINE,
	parsePlainReference,
} from '../../../nodes/Submissions/request/plainReference.ts';
import { holdsFor } from '../property.ts';

describe('an expression that is only a reference', () => {
	it.each([
		['={{ $json }}', []],
		['={{$json.name}}', ['name']],
		['={{ $json["Full name"].last }}', ['Full name', 'last']],
		['={{ $json.rows[10].a_1.b }}', ['rows', 10, 'a_1', 'b']],
		["={{ $json['0'] }}", ['0']],
		["={{ $json['Größe 😀'] }}", ['Größe 😀']],
	])('is read: %s', (expression, reference) => {
		expect(parsePlainReference(expression)).toStrictEqual(reference);
	});

	it.each([
		'{{ $json.name }}',
		'=$json.name',
		'={{ $json }} ',
		'={{ $json }}}',
		'={{ $jsonp }}',
		'=x={{ $json.name }}',
		'={{ $json.a }}{{ $json.b }}',
		'={{ $json.a + 1 }}',
		'={{ $json.a.trim() }}',
		'={{ $json?.a }}',
		'={{ $json[key] }}',
		'={{ $json[1.5] }}',
		"={{ $json['it\\'s'] }}",
		'={{ $json[`a`] }}',
		'={{ $json[\'a" }}',
		'={{ $json.größe }}',
		'={{ $json.1a }}',
		'={{ $json. a }}',
		'={{ $node.x.json.a }}',
		'={{ $json.constructor }}',
		'={{ $json.a.__proto__ }}',
		"={{ $json['prototype'] }}",
		'=',
	])('is told from anything else: %s', (expression) => {
		expect(parsePlainReference(expression)).toBeUndefined();
	});
});

describe('a reference', () => {
	const json = {
		name: 'Ada',
		none: null,
		address: { city: 'London' },
		tags: ['a', { b: 'c' }],
		on: new Date(0),
		run: () => 1,
		id: 5n,
	};

	it.each<[(string | number)[], unknown]>([
		[['none'], null],
		[['missing', 'deeper'], undefined],
		[['none', 'deeper'], undefined],
		[['tags', 1, 'b'], 'c'],
		[['tags'], json.tags],
		[['address'], json.address],
		[[], json],
		[['on'], json.on],
		[['run'], json.run],
		[['id'], 5n],
	])("%j leads to %p, the item's own", (reference, value) => {
		expect(followPlainReference(reference, json)).toBe(value);
	});

	const computed = Object.defineProperty({}, 'now', { get: () => 1 });

	it.each<[string, (string | number)[], object]>([
		['what a list has of itself', ['tags', 'length'], json],
		['what a text has of itself', ['name', 'length'], json],
		['a letter of a text', ['name', 0], json],
		['a part of a date-time', ['on', 'year'], { on: DateTime.fromMillis(0) }],
		['a part of a Map', ['map', 'size'], { map: new Map() }],
		['what is computed when it is read', ['now'], computed],
	])('is left to the engine where it leads to %s', (_, reference, fields) => {
		expect(followPlainReference(reference, fields)).toBe(NEEDS_ENGINE);
	});

	it('leads to what any expression engine of JavaScript finds, or is left to it', () => {
		const names = fc.constantFrom('a', 'b', 'c', 'length', 'x y');
		const fields = fc.dictionary(names, fc.jsonValue());
		const steps = fc.array(fc.oneof(names, fc.nat({ max: 2 })), { minLength: 1, maxLength: 3 });
		holdsFor(fc.tuple(fields, steps), ([given, reference]) => {
			const found = followPlainReference(reference, given);
			if (found === NEEDS_ENGINE) return;
			const optional = reference.map((step) => `?.[${JSON.stringify(step)}]`).join('');
			expect(found).toStrictEqual(runInNewContext(`$json${optional}`, { $json: given }));
		});
	});
});
