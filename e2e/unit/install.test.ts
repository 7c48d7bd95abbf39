import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installationName, installFailure } from '../install.ts';

const machine = { platform: 'linux', arch: 'x64', nodeVersion: 'v24.21.0' };

void test('an installation is named after the lock file, the platform and the major of Node.js', () => {
	const name = installationName('lock', machine);
	assert.match(name, /^n8n-[0-9a-f]{16}-linux-x64-node24$/);
	assert.equal(installationName('lock', { ...machine, nodeVersion: 'v24.99.0' }), name);
	for (const other of [
		installationName('another lock', machine),
		installationName('lock', { ...machine, nodeVersion: 'v26.0.0' }),
		installationName('lock', { ...machine, arch: 'arm64' }),
		installationName('lock', { ...machine, platform: 'darwin' }),
	]) {
		assert.notEqual(other, name);
	}
});

const failures = [
	['npm error code ENOSPC\nnpm error nospc no space left on device', /disk is full.*Free some/],
	["npm error code EACCES\nnpm error EACCES: permission denied, mkdir '/x'", /cannot be written/],
	['gyp ERR! find Python Could not find any Python', /install Python 3, make and a C\+\+/],
	['gyp ERR! stack Error: not found: make', /install Python 3, make and a C\+\+/],
	['make: g++: No such file or directory\ngyp ERR! stack Error: `make` failed', /C\+\+ compiler/],
	['npm error code ENOTFOUND\nnpm error network request failed', /check the network/],
	['npm error code ECONNREFUSED', /check the network/],
	['npm error something else', /npm could not install n8n/],
] as const;

for (const [output, words] of failures) {
	void test(`a failed installation says what to do: ${output.split('\n')[0] ?? ''}`, () => {
		const { message } = installFailure(output, '/cache/n8n.log');
		assert.match(message, words);
		assert.match(message, /\/cache\/n8n\.log/);
		assert.doesNotMatch(message, /\n/);
	});
}
