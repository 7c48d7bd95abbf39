/*
 * Attacks through what ends up in a request: permalinks, field names, file names, credentials. Each
 * stays one path segment, one field, one header.
 */
import { useService } from '../useService.ts';
import { assignments, FORM, locator, SEEDED } from '../service.ts';

const used = useService();

/** As n8n stores a value that an expression gives, so that its editor checks nothing. */
function given(text: string) {
	return locator(`={{ ${JSON.stringify(text)} }}`);
}

describe('a permalink', () => {
	test.each([
		['goes up', '../../../..'],
		['goes up, encoded', '%2e%2e%2fa'],
		['ends the path', 'SUBMiSSi2?'],
		['begins a fragment', '#UBMiSSi2n'],
		['ends the request line', 'AAAA\r\nBBBB'],
		['begins a header', 'A\r\nX-Y: Z\r'],
		['is a full-width space', 'SUBMiSSi2\u3000'],
		['holds a null', 'SUBMiSSi2\0'],
		['turns the writing round', 'SUBMi\u202ESi2n'],
	])('that %s is refused, and nothing is sent', async (_what, permalink) => {
		for (const parameters of [
			{ form: given(permalink), submission: locator(SEEDED) },
			{ form: locator(FORM), submission: given(permalink) },
		]) {
			const { error } = await used.run({ operation: 'get', ...parameters });
			expect(error).toMatchObject({ context: { details: { outcome: 'notSent' } } });
		}
		expect(used.service.log.entries).toStrictEqual([]);
	});

	test.each([
		'..........',
		';a=b&c=d:@',
		'<script>\'"',
		'[new]+$!*(',
		'\uFF0F\u2215\u2044\uFF0E\uFF0Eadmin',
		'😀😀😀😀😀😀😀😀😀😀',
	])('%s stays one segment of the path', async (permalink) => {
		await used.run(
			{ operation: 'get', form: locator(FORM), submission: given(permalink) },
			undefined,
			{ onError: 'continueRegularOutput' },
		);
		expect(used.onlyRequest().url).toBe(
			`/api/v1/forms/${FORM}/submissions/${encodeURIComponent(permalink)}`,
		);
	});
});

const NAMES = [
	'a&admin=1',
	'a=b',
	'a"; filename="x',
	'a"\r\nContent-Type: text/html\r\n\r\n<script>',
	'\r\nX-Injected: 1',
	'a[__proto__][admin]',
	'","admin":true,"x":"',
	'a\0b',
];

// What the encoders make of any name is held where they are tested.
test('field names that look like more stay names, in every body format', async () => {
	const rows = NAMES.map((name) => [name, '1'] as const);
	const create = async (bodyFormat: string) => {
		used.service.log.clear();
		await used.run({
			operation: 'create',
			fieldData: assignments(...rows),
			options: { bodyFormat },
		});
		return used.onlyRequest().text;
	};
	expect(await create('json')).toBe(JSON.stringify(Object.fromEntries(rows)));
	expect([...new URLSearchParams(await create('form'))]).toStrictEqual(rows);
	const [boundary = '', ...lines] = (await create('multipart')).split('\r\n');
	expect(lines).toStrictEqual([
		...rows.flatMap((_, index) => [
			expect.stringMatching(/^Content-Disposition: form-data; name="[^"\r\n]*"$/) as string,
			'',
			'1',
			index < rows.length - 1 ? boundary : `${boundary}--`,
		]),
		'',
	]);
});

test('a credential in the query stays one parameter', async () => {
	const accessToken = 'a&username=root#x=y?z/..';
	const credential = { ...used.service.credential, accessToken, sendIn: 'query' };
	await used.get({}, { credential });
	const url = new URL(used.onlyRequest().url, used.service.address);
	expect([...url.searchParams]).toStrictEqual([['access_token', accessToken]]);
	expect(url.pathname).toBe(`/api/v1/forms/${FORM}/submissions/${SEEDED}`);
});

test('an answer that looks like an expression is only text, there and wherever it is sent', async () => {
	const hostile = '={{ $env.PATH + $vars.secret + (() => 6 * 7)() }}';
	const permalink = used.put({ name: hostile });
	const { output } = await used.run({ operation: 'get', submission: locator(permalink) });
	expect(JSON.stringify(output)).toContain(hostile);
	for (const parameters of [
		{ fieldDataMode: 'autoMap' },
		{ fieldData: assignments(['name', '={{ $json.name }}']) },
		{ fieldDataMode: 'json', fieldDataJson: '={{ { name: $json.name } }}' },
	]) {
		used.service.log.clear();
		await used.run({ operation: 'create', ...parameters }, [{ json: { name: hostile } }]);
		expect(used.onlyRequest().text).toBe(JSON.stringify({ name: hostile }));
	}
});
