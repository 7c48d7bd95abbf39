import { z } from 'zod';
import type { Inspector } from './inspector.ts';

const profileSchema = z
	.object({
		nodes: z.array(
			z
				.object({
					id: z.number(),
					callFrame: z.object({ functionName: z.string(), url: z.string() }).passthrough(),
					children: z.array(z.number()).optional(),
				})
				.passthrough(),
		),
		samples: z.array(z.number()),
		timeDeltas: z.array(z.number()),
	})
	.passthrough();

const stoppedSchema = z.object({ profile: profileSchema });

/** A CPU profile as a browser's developer tools keep it; times in microseconds. */
export type CpuProfile = z.output<typeof profileSchema>;

const EVERY_US = 500;

/** Takes a CPU profile of a process while something is done. */
export async function profiled(
	inspector: Inspector,
	whatIsDone: () => Promise<void>,
): Promise<CpuProfile> {
	await inspector.call('Profiler.enable');
	await inspector.call('Profiler.setSamplingInterval', { interval: EVERY_US });
	await inspector.call('Profiler.start');
	await whatIsDone();
	return stoppedSchema.parse(await inspector.call('Profiler.stop')).profile;
}
