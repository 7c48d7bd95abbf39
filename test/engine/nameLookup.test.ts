import dns from 'node:dns';

import { clock, restoreClock, skipWaits } from './clock.ts';
import { useService } from './useService.ts';

const used = useService();
const HOST = 'forms.example.com';
const AWAY_MS = 4000;

let lookups: number;
let beganAt: number;

beforeEach(() => {
	skipWaits();
	lookups = 0;
	beganAt = clock.now();
	const lookUp = dns.lookup;
	jest.spyOn(dns, 'lookup').mockImplementation((host: string, ...rest: unknown[]) => {
		const answer = rest.at(-1) as (error: Error | null, ...found: unknown[]) => void;
		if (host !== HOST) return Reflect.apply(lookUp, dns, [host, ...rest]) as unknown;
		lookups++;
		if (clock.now() - beganAt > AWAY_MS) {
			answer(null, [{ address: '127.0.0.1', family: 4 }], 4);
			return undefined;
		}
		answer(Object.assign(new Error(`getaddrinfo EAI_AGAIN ${HOST}`), { code: 'EAI_AGAIN' }));
		return undefined;
	});
});

afterEach(() => {
	restoreClock();
	jest.restoreAllMocks();
});

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'a host whose name cannot be looked up for four seconds loses nothing, with %s',
	async (onError) => {
		const items = Array.from({ length: 50 }, (_, n) => ({ json: { n } }));
		const { port } = new URL(used.service.address);
		const { output } = await used.run({ operation: 'create', fieldDataMode: 'autoMap' }, items, {
			onError,
			credential: {
				...used.service.credential,
				baseUrl: `http://${HOST}:${port}`,
				allowHttp: true,
			},
		});
		expect(output.map(({ json }) => json['created'])).toStrictEqual(items.map(() => true));
		expect(used.service.log.entries).toHaveLength(50);
		expect(clock.now() - beganAt).toBeGreaterThan(AWAY_MS);
		expect(lookups).toBeGreaterThan(50);
	},
);
