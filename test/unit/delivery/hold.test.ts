import { createBrake } from '../../../nodes/Submissions/delivery/brake.ts';
import { createHold } from '../../../nodes/Submissions/delivery/hold.ts';
import { doneWith, failedWith, failureWith } from '../examples.ts';

const long = 'x'.repeat(1024 * 1024);

it.each([
	['answers', doneWith({ items: [{ json: { data: { long } }, pairedItem: { item: 0 } }] })],
	['short values', doneWith({ items: [{ json: { data: Array(32_768).fill(0) } }] })],
	[
		'words of refusals',
		failedWith({ failure: failureWith({ service: { message: '', fieldErrors: { a: [long] } } }) }),
	],
])('ends a run that holds 256 MB of %s', (_, outcome) => {
	const brake = createBrake(undefined);
	const note = createHold(brake);
	for (let megabyte = 0; megabyte < 255; megabyte++) note(outcome);
	expect(brake.reason).toBeUndefined();
	note(outcome);
	expect(brake.reason).toStrictEqual({ code: 'heldTooMuch', span: '' });
});
