import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../sandbox/api/operations.ts';
import type { Chance } from './chance.ts';

/** The permalinks of a run's two forms: one that requires a name, one that takes anything. */
export interface Forms {
	readonly checked: string;
	readonly free: string;
}

/** A submission that items address. */
export interface Target {
	readonly form: string;
	readonly permalink: string;
	/** Whether the service has it when the run begins. */
	readonly exists: boolean;
}

/** One input item and what is meant by it. */
export interface PlannedItem {
	/** Its number, counted from 0. */
	readonly index: number;
	readonly operation: Operation;
	readonly form: string;
	/** The submission that it addresses; null where it makes a new one. */
	readonly submission: string | null;
	/** A word that stands in its field data and in no other item's. */
	readonly marker: string;
	/** Whether a request can be made of it. */
	readonly sendable: boolean;
	readonly json: IDataObject;
}

/**
 * Draws the items of a run, and the submissions that they address.
 *
 * A submission is read at most once and deleted at most once in a run: these two carry no field data,
 * so the server's record could not tell two such items apart. Updates may be as many as they like.
 */
export function drawItems(
	chance: Chance,
	forms: Forms,
	count: number,
): { readonly items: readonly PlannedItem[]; readonly targets: readonly Target[] } {
	const perTarget = chance.pick([1, 2, 5, 40]);
	const targets = Array.from({ length: Math.ceil(count / perTarget) }, () => ({
		form: chance.pick([forms.checked, forms.free]),
		permalink: chance.permalink(),
		exists: chance.happens(0.93),
	}));
	const creates = chance.pick([0.1, 0.5, 0.9]);
	const unsendable = chance.pick([0, 0, 0, 0.02, 0.1]);
	const taken = new Set<string>();
	const items = Array.from({ length: count }, (_, index): PlannedItem => {
		const target = targets[chance.whole(0, targets.length - 1)];
		const marker = `m${index}of${count}x`;
		const wanted = chance.happens(creates)
			? 'create'
			: chance.pick<Operation>(['get', 'update', 'update', 'delete']);
		if (target === undefined || wanted === 'create') {
			const form = chance.pick([forms.checked, forms.free]);
			return itemOf(
				chance,
				{ index, operation: 'create', form, submission: null, marker },
				unsendable,
			);
		}
		const key = `${wanted} ${target.permalink}`;
		const operation = taken.has(key) ? 'update' : wanted;
		if (wanted !== 'update') taken.add(key);
		const { form, permalink: submission } = target;
		return itemOf(chance, { index, operation, form, submission, marker }, unsendable);
	});
	return { items, targets };
}

function itemOf(
	chance: Chance,
	meant: Omit<PlannedItem, 'sendable' | 'json'>,
	unsendable: number,
): PlannedItem {
	const { operation, form, submission, marker } = meant;
	const asPage = chance.happens(0.2);
	const page = `https://forms.example.com/forms/${form}/responses`;
	const json: IDataObject = {
		operation,
		form: asPage ? page : form,
		submission: asPage && submission !== null ? `${page}/${submission}` : (submission ?? ''),
		marker,
		// Without it, the form that requires a name refuses.
		...(chance.happens(0.95) && { name: chance.pick(['Ada', 'Žofie "Z" Nová', '李 & 王']) }),
	};
	if (!chance.happens(unsendable)) return { ...meant, sendable: true, json };
	const flaw = chance.pick<IDataObject>([
		{ form: 'short' },
		{ form: 'with space' },
		// An address of a submission would name its form.
		{ form: '', submission: submission ?? '' },
		{ operation: 'archive' },
	]);
	return { ...meant, sendable: false, json: { ...json, ...flaw } };
}
