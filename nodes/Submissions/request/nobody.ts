import type { Operation } from '../description/operations';
import { addressesSubmission, workOf } from '../description/operations';
import type { Route } from './route';
import { fillPath, routeOf } from './route';

/** No generated permalink looks like this, so nobody's submission is read. */
const NOBODY = '__________';

/**
 * The read of a submission that cannot exist. The interface has no address that is made for asking
 * whether it is there; this one changes nothing and gives nothing away.
 *
 * @param operations the operations of the description
 */
export function readOfNobody(operations: readonly Operation[]): {
	readonly route: Route;
	readonly path: string;
} {
	const reading = operations
		.map((operation) => workOf(operation, true, operations))
		.find((work) => work.kind === 'read' && addressesSubmission(work));
	if (reading === undefined) throw new Error('The description has no read of a submission');
	const route = routeOf(reading);
	const path = fillPath(route.path, { permalink: NOBODY, submission_permalink: NOBODY });
	return { route, path };
}
