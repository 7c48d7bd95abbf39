import fc from 'fast-check';

import { EXPRESSION_ENGINES, useExpressionEngine } from './fieldData/expressionEngines.ts';
import { assignments } from './service.ts';
import { useService } from './useService.ts';

const used = useService();

/** How many items are made up for each of n8n's two expression engines. */
const RUNS = Number(process.env['FAST_CHECK_RUNS'] ?? 60);

const name = fc.oneof(
	fc.constantFrom('name', 'a', 'b', 'Full name', 'a.b', 'x-y', 'ä', '0', '', 'length'),
	// What objects have of themselves, and what n8n forbids or adds.
	fc.constantFrom(
		...['constructor', 'toString', 'hasOwnProperty', 'isEmpty', 'valueOf', 'prototype'],
		...['json', '$json', 'this', 'class', 'undefined'],
	),
	fc.string({ maxLength: 4 }).filter((text) => !/['"`\\]/.test(text) && text !== '__proto__'),
);

const value = fc.letrec((tie) => ({
	any: fc.oneof(
		{ maxDepth: 3 },
		fc.string({ unit: 'grapheme' }),
		fc.constantFrom('={{ 1 }}', '{{ $json.a }}', '2026-01-31T00:00:00.000Z'),
		fc.constantFrom(' ', 'null', 'undefined'),
		fc.double({ noNaN: true, noDefaultInfinity: true }),
		fc.integer(),
		fc.boolean(),
		fc.constant(null),
		fc.array(tie('any'), { maxLength: 3 }),
		fc.dictionary(name, tie('any'), { maxKeys: 4 }),
	),
})).any;

const item = fc.dictionary(name, value, { maxKeys: 5 });

const step = fc.oneof(
	name.map((text) => (/^[A-Za-z_$][\w$]*$/.test(text) ? `.${text}` : `['${text}']`)),
	name.map((text) => `["${text}"]`),
	fc.nat({ max: 3 }).map((position) => `[${position}]`),
);

const reference = fc.array(step, { maxLength: 3 }).map((steps) => `$json${steps.join('')}`);

/** One item, and references into it: some that lead somewhere, some that do not. */
const example = fc.tuple(item, fc.array(reference, { minLength: 1, maxLength: 12 }));

/** What the service is sent, or the refusal, where each of some fields has its value by an expression. */
async function sent(json: object, expressions: readonly string[]): Promise<unknown> {
	used.service.log.clear();
	const fieldData = assignments(
		...expressions.map((expression, index) => [`field ${index}`, expression, ''] as const),
	);
	const { output } = await used.run(
		{ operation: 'create', options: { allowEmpty: true }, fieldData },
		[{ json: { ...json } }],
		{ onError: 'continueRegularOutput' },
	);
	const [request] = used.service.log.entries;
	return request === undefined ? output[0]?.json['error'] : JSON.parse(request.body.toString());
}

describe.each(EXPRESSION_ENGINES)('with the expression engine %s', (engine) => {
	useExpressionEngine(engine);

	test('a plain reference gives what the engine gives', async () => {
		await fc.assert(
			fc.asyncProperty(example, async ([json, references]) => {
				const written = (write: (text: string) => string) => sent(json, references.map(write));
				const plain = await written((text) => `={{ ${text} }}`);
				const evaluated = await written((text) => `={{ (${text}) }}`);
				// In production n8n itself fails at an object that has a field called constructor.
				if (String(evaluated).includes('could not be cloned')) return;
				expect(JSON.stringify(plain)).toBe(JSON.stringify(evaluated));
			}),
			{ numRuns: RUNS },
		);
	}, 600_000);
});
