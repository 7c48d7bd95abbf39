/** How a short form is written, for a help text. */
export const shortFormHelp = `kind[:value][@condition[,condition…]]
    value       a status for refuse, html, deny, …; the address for redirect and
                redirectAfterStoring; ms for slow; seconds for tooMany
    condition   nth=3  nth=1+4  first=2  every=5  rate=0.1  afterMs=1000  forMs=5000
                operation=create  method=POST  form=…  submission=…  path=…`;

const mainParameter: Readonly<Record<string, string>> = {
	tooMany: 'retryAfter',
	redirect: 'location',
	redirectAfterStoring: 'location',
	slow: 'ms',
};

const matchConditions = new Set(['operation', 'method', 'form', 'submission', 'path']);

/**
 * The rule that a short form stands for, such as `tooMany:2@rate=0.1,operation=create`, or that a
 * text of JSON holds. The rule itself is still to be checked: what makes no sense comes out as
 * something that no rule is.
 */
export function fromShortForm(text: string): unknown {
	if (text.trimStart().startsWith('{')) return jsonOrText(text);
	const [, kind = '', value, conditionText] = /^(\w+)(?::(.*?))?(?:@(.*))?$/.exec(text) ?? [];
	const then = {
		kind,
		...(value !== undefined && { [mainParameter[kind] ?? 'status']: numberOrText(value) }),
	};
	return { then, ...conditionGroups(conditionText) };
}

function conditionGroups(text: string | undefined): Record<string, Record<string, unknown>> {
	const groups: Record<string, Record<string, unknown>> = {};
	for (const condition of text?.split(',') ?? []) {
		const [, name = condition, value = ''] = /^(\w+)=(.*)$/.exec(condition) ?? [];
		const group = matchConditions.has(name) ? 'match' : 'when';
		groups[group] = {
			...groups[group],
			[name]: group === 'when' ? numbers(value) : alternatives(value),
		};
	}
	return groups;
}

function numbers(text: string): unknown {
	const list = text.split('+').map(numberOrText);
	return list.length === 1 ? list[0] : list;
}

function alternatives(text: string): unknown {
	return text.includes('+') ? text.split('+') : text;
}

function numberOrText(text: string): number | string {
	return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

function jsonOrText(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
