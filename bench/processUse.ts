import { readFileSync } from 'node:fs';

/** What a process has used and holds at one moment. */
export interface ProcessUse {
	/** Processor time of all its threads since its start, in milliseconds (in steps of 10). */
	readonly cpuMs: number;
	/** Resident memory, in bytes. */
	readonly residentBytes: number;
}

/** Linux counts processor time in hundredths of a second whatever the kernel's own tick (USER_HZ). */
const MS_PER_TICK = 10;
const PAGE_BYTES = 4_096;

/**
 * Reads a process's use from Linux's `/proc`.
 *
 * @throws the system's error where there is no such process (or no `/proc`)
 */
export function readProcessUse(pid: number): ProcessUse {
	const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
	// The second field is the program's name in parentheses, which may itself hold anything.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const [user, system, resident] = [fields[11], fields[12], fields[21]].map(Number);
	return {
		cpuMs: ((user ?? NaN) + (system ?? NaN)) * MS_PER_TICK,
		residentBytes: (resident ?? NaN) * PAGE_BYTES,
	};
}
