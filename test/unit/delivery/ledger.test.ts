import { openLedger } from '../../../nodes/Submissions/delivery/ledger.ts';
import { doneWith } from '../examples.ts';
import type { Script } from './scripted.ts';
import { scripted } from './scripted.ts';

const open = (script: Script) => openLedger(scripted(script).context);

it('keeps what became of the items across the tries of a run, and of no other run', () => {
	const executeData = {};
	const outcome = doneWith();
	open({ executeData }).set(0, outcome);
	expect(open({ executeData }).get(0)).toBe(outcome);
	expect(open({ executeData: {} }).size).toBe(0);
});

it('is a new one for each call of an agent, whose calls share one object', () => {
	const agent = { executeData: {}, agent: 'tool' } as const;
	const first = { name: 'Ada' };
	open({ ...agent, items: [first] }).set(0, doneWith());
	expect(open({ ...agent, items: [{ name: 'Ada' }] }).size).toBe(0);
	expect(open({ ...agent, items: [first] }).size).toBe(1);
});

it('is a new one each time where a call has no arguments', () => {
	const call = scripted({ agent: 'tool', items: [] });
	openLedger(call.context).set(0, doneWith());
	expect(openLedger(call.context).size).toBe(0);
});
