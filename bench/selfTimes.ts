import type { CpuProfile } from './profiler.ts';

type ProfileNode = CpuProfile['nodes'][number];

/** How long something was at work, in milliseconds. */
interface Share {
	readonly name: string;
	readonly ms: number;
}

/** Whose time a profile shows. */
export interface SelfTimes {
	/** All but idling, in milliseconds. */
	readonly busyMs: number;
	/** By package, or by what V8 calls a part of itself; the longest first. */
	readonly packages: readonly Share[];
	/** By function of this package, with the file that it stands in. */
	readonly own: readonly Share[];
	/** With all that is called from it: functions that tell whose work it is. */
	readonly inclusive: readonly Share[];
}

/** Functions whose whole time says something, by the name in a profile and the end of their file. */
const TELLING: readonly (readonly [label: string, name: string, file: string])[] = [
	["n8n's parameters and expression engine", '_getNodeParameter', 'node-execution-context.js'],
	['reading and decrypting the credential', '_getCredentials', 'node-execution-context.js'],
	['axios and below', 'dispatchRequest', 'axios.cjs'],
];

/** Adds up whose time a profile shows. */
export function selfTimes(profile: CpuProfile): SelfTimes {
	const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
	const parents = new Map(
		profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
	);
	const packages = new Map<string, number>();
	const own = new Map<string, number>();
	const inclusive = new Map<string, number>();
	let busyMs = 0;
	profile.samples.forEach((sample, index) => {
		const node = nodes.get(sample);
		if (node === undefined || node.callFrame.functionName === '(idle)') return;
		const ms = (profile.timeDeltas[index] ?? 0) / 1_000;
		busyMs += ms;
		add(packages, packageOf(node), ms);
		if (isOwn(node)) add(own, `${node.callFrame.functionName} ${fileOf(node)}`, ms);
		for (const label of tellingAbove(node, nodes, parents)) add(inclusive, label, ms);
	});
	return {
		busyMs,
		packages: longestFirst(packages),
		own: longestFirst(own),
		inclusive: longestFirst(inclusive),
	};
}

/** The times as lines for a person. */
export function selfTimesText({ busyMs, packages, own, inclusive }: SelfTimes): string {
	const lines = (shares: readonly Share[], most: number): string[] =>
		shares
			.slice(0, most)
			.map(
				({ name, ms }) =>
					`  ${ms.toFixed(0).padStart(8)} ms ${((100 * ms) / busyMs).toFixed(1).padStart(5)} %  ${name}`,
			);
	return [
		`Busy ${busyMs.toFixed(0)} ms`,
		'With all that is called from it:',
		...lines(inclusive, TELLING.length),
		'By itself, by package:',
		...lines(packages, 15),
		"By itself, this package's functions:",
		...lines(own, 15),
	].join('\n');
}

function isOwn({ callFrame }: ProfileNode): boolean {
	return callFrame.url.includes('/n8n-nodes-submissions/dist/');
}

function packageOf(node: ProfileNode): string {
	const { url, functionName } = node.callFrame;
	if (isOwn(node)) return 'this package';
	if (url === '') return functionName === '' ? 'native code' : `native code: ${functionName}`;
	if (url.startsWith('node:')) return 'Node.js';
	const path = (url.split('/node_modules/').at(-1) ?? url).split('/');
	return path[0]?.startsWith('@') === true ? path.slice(0, 2).join('/') : (path[0] ?? url);
}

function fileOf({ callFrame }: ProfileNode): string {
	return callFrame.url.split('/').slice(-2).join('/');
}

function tellingAbove(
	node: ProfileNode,
	nodes: ReadonlyMap<number, ProfileNode>,
	parents: ReadonlyMap<number, number>,
): Set<string> {
	const labels = new Set<string>();
	let current: ProfileNode | undefined = node;
	while (current !== undefined) {
		const { functionName, url } = current.callFrame;
		for (const [label, name, file] of TELLING) {
			if (functionName === name && url.endsWith(file)) labels.add(label);
		}
		const parent = parents.get(current.id);
		current = parent === undefined ? undefined : nodes.get(parent);
	}
	return labels;
}

function add(sums: Map<string, number>, name: string, ms: number): void {
	sums.set(name, (sums.get(name) ?? 0) + ms);
}

function longestFirst(sums: ReadonlyMap<string, number>): Share[] {
	return [...sums].map(([name, ms]) => ({ name, ms })).sort((one, other) => other.ms - one.ms);
}
