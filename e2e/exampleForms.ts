/**
 * The permalinks that the examples' nodes name, by the name of the sandbox's sample form, so that
 * an example runs against the sandbox as it was imported.
 */
export const exampleForms: Readonly<Record<string, string>> = {
	'Contact requests': 'aB3dE5gH7j',
	'Equipment loans': 'eQ4uL8oA2n',
};
