import { setImmediate as nextTurn } from 'node:timers/promises';
import { logLine, maskedEntry } from '../../sandbox/log/masking.ts';
import {
	call,
	create,
	createPath,
	password,
	send,
	start,
	startWith,
	token,
	username,
} from './support.ts';

it('counts what is in flight at once', async () => {
	const { log } = await startWith('hang@first=3');
	const gone = new AbortController();
	const hanging = [1, 2, 3].map((name) =>
		call('POST', createPath, { json: { name }, signal: gone.signal }),
	);
	while (log.inFlight < 3) await nextTurn();
	await create();
	await nextTurn();
	await nextTurn();
	expect(log.peakInFlight).toBe(4);
	expect(log.entries.at(-1)).toMatchObject({ inFlight: 4, end: 'finished' });
	gone.abort();
	await Promise.allSettled(hanging);
	await log.idle();
	expect(log.inFlight).toBe(0);
	expect(log.entries.filter(({ end }) => end === 'aborted')).toHaveLength(3);
});

it('keeps so many entries and so much of each body', async () => {
	const { log } = await start({ log: { entries: 10, bodyBytes: 5 } });
	for (let index = 0; index < 25; index++) await create();
	expect(log.entries.length).toBeLessThanOrEqual(11);
	expect(log.entries.length + log.dropped).toBe(25);
	expect(log.entries.at(-1)).toMatchObject({
		sequence: 25,
		body: Buffer.from('{"nam'),
		bodyBytes: 14,
	});
	log.clear();
	expect([log.entries.length, log.dropped, log.peakInFlight]).toStrictEqual([0, 0, 0]);
	await create();
	expect(log.entries).toMatchObject([{ sequence: 26 }]);
});

it('masked, an entry holds no credential, and the body as text', async () => {
	const { log } = await start();
	const query = new URLSearchParams({ username, password, access_token: token, other: 'kept' });
	await send(`${createPath}?${query.toString()}`, {
		method: 'POST',
		body: '{"name":"Ünï"}',
		headers: {
			authorization: `Bearer ${token}`,
			'authorization-username': username,
			'authorization-password': password,
			'content-type': 'application/json',
		},
	});
	const [entry] = log.entries;
	if (!entry) throw new Error('Nothing was logged');
	const masked = JSON.stringify(maskedEntry(entry)) + logLine(entry);
	for (const secret of [token, username, password, encodeURIComponent(token)]) {
		expect(masked).not.toContain(secret);
	}
	expect(maskedEntry(entry)).toMatchObject({
		url: `${createPath}?username=***&password=***&access_token=***&other=kept`,
		headers: { authorization: '***', 'content-type': 'application/json' },
		body: '{"name":"Ünï"}',
	});
});
