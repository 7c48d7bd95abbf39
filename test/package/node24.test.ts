/*
 * Whoever works on the package has the same Node.js, whatever the machine; where npm has no such, it is
 * said beside the pin.
 */
import pins from '../../node24/package.json';

test('all platforms pin the same minor version, or say why not', () => {
	const versions = Object.entries(pins.optionalDependencies);
	const minorOf = (version: string) => Number(version.split('.')[1]);
	const latest = Math.max(...versions.map(([, version]) => minorOf(version)));
	const behind = versions.filter(([, version]) => minorOf(version) < latest);
	expect(Object.keys(pins.behind)).toStrictEqual(behind.map(([name]) => name));
	for (const [name, version] of behind) {
		expect(Reflect.get(pins.behind, name)).toContain(`${version} is the latest 24`);
	}
	for (const [, version] of versions) expect(version).toMatch(/^24\.\d+\.\d+$/);
});
