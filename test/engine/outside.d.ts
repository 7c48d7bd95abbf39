import type * as Di from '@n8n/di';
import type * as Core from 'n8n-core';
import type * as Workflow from 'n8n-workflow';

import type * as Clock from '../../nodes/Submissions/delivery/clock.ts';

declare global {
	/** Node.js's own `require`, given to tests by their environment. */
	const requireOutside: {
		(name: '@n8n/di'): typeof Di;
		(name: 'n8n-core'): typeof Core;
		(name: 'n8n-workflow'): typeof Workflow;
		(name: `${string}/delivery/clock.js`): typeof Clock;
	};

	/** Where the package under test stands, built. */
	const packageFolder: string;
}
