import type { Gate, Pass, Terms } from '../../nodes/Submissions/delivery/gate.ts';

/** Lets everything through, and waits a second before it sends what was refused again. */
export function withoutGate({ clock, brake }: Terms): Gate {
	let until = 0;
	const turn = (): Pass => ({ number: 0, at: clock.now(), others: 0, isProbe: false });
	return {
		size: 20,
		async enter() {
			while (until > clock.now()) await brake.wait(until - clock.now());
			return turn();
		},
		leave: () => undefined,
		accepted: () => undefined,
		refused() {
			until = clock.now() + 1000;
			return 'again';
		},
		troubled: () => 'again',
		givenUp: undefined,
	};
}
