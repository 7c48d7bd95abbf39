/**
 * The permalinks that the examples' nodes name, by the name of the sandbox's sample form, so that
 * an example runs against the sandbox as it was imported.
 */
export const exampleForms: Readonly<Record<string, string>> = {
	'Contact requests': 'aB3dE5gH7j',
	'Equipment loans': 'eQ4uL8oA2n',
};

/** The permalinks of the sandbox's first sample submissions, by the name of their form. */
export const exampleSubmissions: Readonly<Record<string, readonly string[]>> = {
	'Contact requests': ['kL9mN1pQ3r', 'tU5vW7xY9z', 'bC2dF4gH6j'],
	'Equipment loans': ['pR8sT3uV5w', 'xZ6yA4bC2d'],
};
