import { openLedger } from '../../../nodes/Submissions/delivery/ledger.ts';
import { doneWith } from '../examples.ts';
import { scripted } from './scripted.ts';

it('keeps what became of the items across the tries of a run', () => {
	const executeData = {};
	const outcome = doneWith();
	openLedger(scripted({ executeData }).context).set(0, outcome);
	expect(openLedger(scripted({ executeData }).context).get(0)).toBe(outcome);
});

it('is a new one for each run', () => {
	openLedger(scripted({ executeData: {} }).context).set(0, doneWith());
	expect(openLedger(scripted({ executeData: {} }).context).size).toBe(0);
});

it('is a new one for each call of an agent, whose calls share one object', () => {
	const executeData = {};
	const first = { name: 'Ada' };
	openLedger(scripted({ executeData, agent: 'tool', items: [first] }).context).set(0, doneWith());
	const second = scripted({ executeData, agent: 'tool', items: [{ name: 'Ada' }] });
	expect(openLedger(second.context).size).toBe(0);
	const retried = scripted({ executeData, agent: 'tool', items: [first] });
	expect(openLedger(retried.context).size).toBe(1);
});

it('is a new one each time where a call has no arguments', () => {
	const call = scripted({ agent: 'tool', items: [] });
	openLedger(call.context).set(0, doneWith());
	expect(openLedger(call.context).size).toBe(0);
});
