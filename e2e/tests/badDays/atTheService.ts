import { exampleForms } from '../../exampleForms.ts';
import { added } from '../examplesInUse.ts';
import { sharedStage } from '../sharedStage.ts';
import { unique } from './badDay.ts';

const contactRequests = exampleForms['Contact requests'] ?? '';
const equipmentLoans = exampleForms['Equipment loans'] ?? '';

async function post(form: string, submission: string, fields: object): Promise<void> {
	const { made } = (await sharedStage()).sandbox;
	await fetch(`${made.address}/api/v1/forms/${form}/submissions/${submission}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' },
		body: JSON.stringify(fields),
	});
}

async function created(form: string, fields: object): Promise<string> {
	const [submission] = await added(() => post(form, 'new', fields));
	return submission?.permalink ?? '';
}

/** The permalink of a new contact request, made at the service itself. */
export async function newRequest(): Promise<string> {
	return await created(contactRequests, { name: unique(), email: 'erase@example.com' });
}

/** Changes a contact request as somebody else does. */
export async function changeRequest(permalink: string): Promise<void> {
	await post(contactRequests, permalink, { phone: unique() });
}

/** The permalink of a new loan that has not come back, made at the service itself. */
export async function newLoan(): Promise<string> {
	const fields = { item: unique(), borrower_email: 'x@example.com', returned: false };
	return await created(equipmentLoans, fields);
}
