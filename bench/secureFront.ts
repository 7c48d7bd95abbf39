import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';
import { freePort } from '../e2e/ports.ts';

/** A way to a service over HTTPS, as most deployments have it. */
export interface SecureFront {
	readonly address: string;
	/** What an n8n needs in its environment to trust the certificate, as it trusts any other. */
	readonly environment: NodeJS.ProcessEnv;
	close(): void;
}

/**
 * Takes connections over TLS and passes what comes on to a service on this machine.
 *
 * @param folder of the certificate
 */
export async function openSecureFront(folder: string, servicePort: number): Promise<SecureFront> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
		keySize: 2048,
		extensions: [
			{ name: 'basicConstraints', cA: true },
			{
				name: 'subjectAltName',
				altNames: [
					{ type: 2, value: 'localhost' },
					{ type: 7, ip: '127.0.0.1' },
				],
			},
		],
	});
	const file = join(folder, 'certificate.pem');
	await writeFile(file, cert);
	const server = createServer({ key, cert }, (client) => {
		const service = connect({ host: '127.0.0.1', port: servicePort });
		client.pipe(service).pipe(client);
		client.on('error', () => service.destroy());
		service.on('error', () => client.destroy());
	});
	const port = await freePort();
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return {
		address: `https://127.0.0.1:${String(port)}`,
		environment: { NODE_EXTRA_CA_CERTS: file },
		close: () => {
			server.close();
		},
	};
}
