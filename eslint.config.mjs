import eslint from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const { recommended, recommendedWithoutN8nCloudSupport } = n8nCommunityNodesPlugin.configs;

export default tseslint.config(
	{ ignores: ['**/dist/', '**/node_modules/', 'coverage/', 'test-results/'] },
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	{
		files: ['**/*.ts'],
		extends: [
			eslint.configs.recommended,
			tseslint.configs.strictTypeChecked,
			tseslint.configs.stylisticTypeChecked,
		],
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-import-type-side-effects': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
		},
	},
	{
		files: ['test/**/*.ts', 'e2e/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: 'MemberExpression[property.name="toEqual"]',
					message: 'For it, [undefined] is the same as []. Use toStrictEqual.',
				},
			],
		},
	},
	{
		files: ['**/*.{js,mjs}'],
		extends: [eslint.configs.recommended],
		languageOptions: { globals: globals.node },
	},
	{
		// What is published: n8n's own rules, at their strictest (with those for n8n Cloud).
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		extends: [recommended],
		rules: { 'no-console': 'error' },
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// n8n's own tool turns these off: its two plugins contradict each other here.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// n8n's own tool turns these off: its two plugins contradict each other here.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{
		files: ['package.json'],
		extends: [recommendedWithoutN8nCloudSupport],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: { ...n8nNodesBase.configs.community.rules },
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
	},
);
