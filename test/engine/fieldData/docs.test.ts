import { describePage } from './describePage.ts';
import { readPage } from './docExamples.ts';
import { codeIn } from './docTables.ts';
import { EXPRESSION_ENGINES, useExpressionEngine } from './expressionEngines.ts';
import { assignments } from '../service.ts';
import { useService } from '../useService.ts';

describePage('field-data.md');

describe.each(EXPRESSION_ENGINES)(
	'its table of values, with the expression engine %s',
	(engine) => {
		const used = useService();
		useExpressionEngine(engine);

		test.each(readPage('field-data.md').values)('%s: %s', async (expression, sent) => {
			const { error, hints } = await used.run({
				operation: 'create',
				fieldData: assignments(['field', `=${codeIn(expression)}`, 'any']),
				options: { allowEmpty: true },
			});
			if (sent.startsWith('refused')) {
				expect(error?.message).toContain(codeIn(sent));
				expect(used.service.log.entries).toStrictEqual([]);
			} else if (sent.startsWith('nothing')) {
				expect(used.onlyRequest().text).toBe('{}');
				expect(hints).toHaveLength(1);
			} else {
				expect(used.onlyRequest().text).toBe(`{"field":${codeIn(sent)}}`);
			}
		});
	},
);
