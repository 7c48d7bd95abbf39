import { useProductionExpressions } from '../engine.ts';

const { Expression } = requireOutside('n8n-workflow');

/** n8n's two ways to evaluate an expression: in its own process, and (as in production) in a virtual machine. */
export const EXPRESSION_ENGINES = ['legacy', 'vm'] as const;

/**
 * Lets the tests of a block evaluate expressions in one of n8n's ways, and goes back to `legacy` after.
 *
 * @param engine the way
 */
export function useExpressionEngine(engine: (typeof EXPRESSION_ENGINES)[number]): void {
	if (engine === 'legacy') return;
	beforeAll(useProductionExpressions);
	afterAll(async () => {
		await Expression.disposeExpressionEngine();
		Expression.setExpressionEngine('legacy');
	});
	test('expressions are evaluated in the virtual machine', () => {
		expect(Expression.getActiveImplementation()).toBe('vm');
	});
}
