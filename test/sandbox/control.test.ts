import {
	anyText,
	call,
	create,
	createPath,
	send,
	start,
	submission,
	submissionPath,
	token,
} from './support.ts';

async function control(method: string, path: string, json?: unknown): Promise<Response> {
	return send(`/sandbox${path}`, {
		method,
		...(json !== undefined && {
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(json),
		}),
	});
}

it('reads, changes and resets the choices while it runs', async () => {
	const { choices } = await start();
	const defaults: unknown = await (await control('GET', '/choices')).json();
	const changed = await control('PUT', '/choices', { createStatus: '200' });
	expect(await changed.json()).toStrictEqual({ ...choices.current, createStatus: '200' });
	expect((await call('POST', createPath, { json: { name: 'x' } })).status).toBe(200);
	expect(await (await control('DELETE', '/choices')).json()).toStrictEqual(defaults);
});

it('reads, sets and clears the faults while it runs', async () => {
	await start();
	const settings = { rules: ['refuse:418@nth=1'], limits: ['window:2/60000'] };
	expect((await control('PUT', '/faults', settings)).status).toBe(200);
	const statuses = [];
	for (let index = 0; index < 3; index++)
		statuses.push((await call('GET', submissionPath())).status);
	expect(statuses).toStrictEqual([418, 200, 429]);
	expect(await (await control('GET', '/faults')).json()).toMatchObject({
		rules: [{ then: { kind: 'refuse' }, matched: 2, applied: 1 }],
		limited: 1,
	});
	expect(await (await control('DELETE', '/faults')).json()).toStrictEqual({ rules: [], seed: 1 });
	expect((await call('GET', submissionPath())).status).toBe(200);
});

it.each([
	['/choices', { body: 'other' }, 'body: Invalid enum value'],
	['/faults', { rules: ['boom'] }, 'rules: 0: then: kind: '],
	['/faults', { rules: [], other: 1 }, "Unrecognized key(s) in object: 'other'"],
])('answers 400 to %s with %j, saying where it is wrong', async (path, json, message) => {
	await start();
	const response = await control('PUT', path, json);
	expect(response.status).toBe(400);
	expect(await response.text()).toContain(JSON.stringify(message).slice(1, -1));
});

it('shows the log with credentials masked, from a number on, and clears it', async () => {
	await start();
	await create();
	await call('GET', submissionPath());
	const all = await (await control('GET', '/log')).text();
	expect(all).not.toContain(token);
	expect(JSON.parse(all)).toMatchObject({
		inFlight: 0,
		peakInFlight: 1,
		dropped: 0,
		entries: [{ operation: 'create', body: '{"name":"New"}' }, { operation: 'get' }],
	});
	expect(await (await control('GET', '/log?since=1')).json()).toMatchObject({
		entries: [{ sequence: 2 }],
	});
	expect((await control('DELETE', '/log')).status).toBe(204);
	expect(await (await control('GET', '/log')).json()).toMatchObject({ entries: [] });
});

it('shows every submission, deleted ones too', async () => {
	await start();
	const { permalink } = await create();
	await call('DELETE', submissionPath());
	expect(await (await control('GET', '/submissions')).json()).toMatchObject([
		{ permalink: submission, deleted: anyText, revision: 1 },
		{ permalink, deleted: null, data: { name: 'New' } },
	]);
});

it('refuses requests from a page of another origin', async () => {
	await start();
	const response = await send('/sandbox/log', { headers: { origin: 'http://example.com' } });
	expect(response.status).toBe(403);
});
