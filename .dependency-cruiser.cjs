const room = (name) => `^nodes/Submissions/${name}/`;

/** What n8n loads. */
const ENTRIES = String.raw`\.(node|credentials)\.ts$`;

/** What a room of the node may use besides itself: what stands before it on the way of a submission. */
const EARLIER = {
	description: [],
	request: ['description'],
	response: ['request', 'description'],
	delivery: ['response', 'request', 'description'],
	methods: ['response', 'request', 'description'],
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		...Object.entries(EARLIER).map(([name, earlier]) => ({
			name: `${name}-looks-back-only`,
			comment:
				'Data goes one way: description, request, delivery, response, item. Nothing imports back up.',
			severity: 'error',
			from: { path: room(name) },
			to: { path: '^(nodes|credentials)/', pathNot: [name, ...earlier].map(room) },
		})),
		{
			name: 'credentials-use-the-request-only',
			comment: 'A credential says what a request carries; it knows nothing of sending.',
			severity: 'error',
			from: { path: '^credentials/' },
			to: { path: '^nodes/', pathNot: room('(request|response|description)') },
		},
		{
			name: 'no-cycles',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'no-foreign-code',
			comment: 'The package has no dependencies, and n8n allows it no others.',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { pathNot: '^(nodes|credentials)/|(^|/)node_modules/n8n-workflow/' },
		},
		{
			name: 'pure-rooms-know-types-only',
			comment: 'What a request is made of is tested without n8n.',
			severity: 'error',
			from: { path: room('(description|request)') },
			to: { path: '(^|/)node_modules/n8n-workflow/', dependencyTypesNot: ['type-only'] },
		},
		{
			name: 'no-file-without-a-use',
			severity: 'error',
			from: { path: ENTRIES },
			to: { path: '^(nodes|credentials)/', pathNot: ENTRIES, reachable: false },
		},
		{
			name: 'nothing-unresolved',
			severity: 'error',
			from: {},
			to: { couldNotResolve: true },
		},
	],
	options: {
		tsPreCompilationDeps: 'specify',
		tsConfig: { fileName: 'tsconfig.json' },
		doNotFollow: { path: 'node_modules' },
		combinedDependencies: false,
	},
};
