/*
 * No field at all, sent on purpose, in every mode and format (each beside each other one once).
 */
import { useService } from '../useService.ts';
import { FORMATS, MODES } from './modes.ts';

const used = useService();

const cases = MODES.map(([mode, give], index) => ({
	mode,
	bodyFormat: FORMATS[index] ?? 'json',
	...give({}),
}));

const MULTIPART = expect.stringMatching(/^--[\w-]+--\r\n$/) as string;

// Only JSON has a way to say an empty object.
test.each([
	['', { json: '{}', form: '', multipart: MULTIPART }],
	['submission', { json: '{"submission":{}}', form: '', multipart: MULTIPART }],
])('is sent where Allow Empty Field Data is on, under "%s"', async (wrapIn, bodies) => {
	for (const { parameters, items, bodyFormat } of cases) {
		used.service.log.clear();
		const options = { bodyFormat, allowEmpty: true, wrapIn };
		const { error, output } = await used.run(
			{ operation: 'create', ...parameters, options },
			items,
		);
		expect(error).toBeUndefined();
		expect(output).toMatchObject([{ json: { created: true } }]);
		expect(used.onlyRequest().text).toStrictEqual(bodies[bodyFormat]);
	}
});
