import { openAccess } from '../../../nodes/Submissions/delivery/access.ts';
import { askService } from '../../../nodes/Submissions/delivery/question.ts';
import { operations } from '../../../nodes/Submissions/description/operations.ts';
import { requestOf } from '../examples.ts';
import type { Script } from './scripted.ts';
import { brokenOff, responseOf, scripted } from './scripted.ts';

async function asked(latest: ReturnType<typeof requestOf> | undefined, answer: Script['answer']) {
	const { context, sent } = scripted({ ...(answer && { answer }) });
	const access = await openAccess(context, 1);
	if (access.kind === 'failed') throw new Error(access.failure.happened);
	return { isWell: await askService(context, access, operations, latest), sent };
}

it.each<[string, () => unknown, boolean]>([
	['done', () => responseOf(200), true],
	['not found', () => responseOf(404), true],
	['a fault of its own', () => responseOf(500), true],
	...[502, 503, 504].map((status): [string, () => unknown, boolean] => [
		String(status),
		() => responseOf(status),
		false,
	]),
	['nothing', () => Promise.reject(brokenOff('ECONNRESET')), false],
])('a service is well where it answers, not a gateway in its place: %s', async (_, answer, is) => {
	expect((await asked(requestOf('create'), answer)).isWell).toBe(is);
});

it('is asked for nobody, by the way of the latest request, and without what makes a write unique', async () => {
	const key = { name: 'Idempotency-Key', value: 'k' };
	const gateway = { name: 'X-Gateway', value: 'g' };
	const latest = requestOf('create', { headers: [key, gateway] }, { timeout: 5000 });
	const { sent } = await asked(latest, () => responseOf(404));
	expect(sent).toHaveLength(1);
	expect(sent[0]?.options).toMatchObject({
		method: 'GET',
		url: 'https://forms.example.com/api/v1/forms/__________/submissions/__________',
		timeout: 5000,
	});
	expect(sent[0]?.options.body).toBeUndefined();
	expect(sent[0]?.options.headers).toStrictEqual({ Accept: 'application/json', 'X-Gateway': 'g' });
});

it('is taken to be well where nothing was ever sent', async () => {
	const { isWell, sent } = await asked(undefined, undefined);
	expect([isWell, sent]).toStrictEqual([true, []]);
});
