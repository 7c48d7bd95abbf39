import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitTable } from '../limits/limitReport.ts';
import type { LimitResults, Row } from '../limits/limitResults.ts';
import { services } from '../limits/services.ts';
import { withPlaceFilled } from '../page.ts';

const [first, second] = services.map(({ name }) => name);
const machine = {
	processor: 'a processor',
	processors: 2,
	memoryGiB: 8,
	system: 'Linux',
	node: 'v24.0.0',
	n8n: '2.41.1',
	package: '0.1.0',
};

function row(changed: Partial<Row>): Row {
	return {
		run: 1,
		service: first ?? '',
		way: 'submissions',
		items: 300,
		optimumMs: 20_000,
		wallMs: 21_000,
		filed: 300,
		doubled: 0,
		refused: 17,
		received: 317,
		...changed,
	};
}

function started(startedAt: string): LimitResults['runs'][number] {
	return { startedAt, loadAtStart: [0.5], machine };
}

const lines = [
	{ name: 'all filed', changed: {}, cell: '300 / 17 / 1.05' },
	{ name: 'some filed: no time', changed: { filed: 60 }, cell: '60 / 17 / –' },
	{ name: 'some filed twice', changed: { doubled: 4 }, cell: '300 + 4 twice / 17 / 1.05' },
	{
		name: 'broken off',
		changed: { brokenOff: true as const },
		cell: '300 / 17 / no end',
	},
	{ name: 'some unknown', changed: { unknown: 9 }, cell: '300 / 17 / 1.05 / 9 unknown' },
];

for (const { name, changed, cell } of lines) {
	void test(`a cell of the table: ${name}`, () => {
		const [, , line] = limitTable({ runs: [started('now')], rows: [row(changed)] }).split('\n');
		assert.equal(line, `| ${first ?? ''} | 1 | 300 | 20.0 | ${cell} |`);
	});
}

void test('services stand in their own order, ways in theirs, and who did not run has an empty cell', () => {
	const table = limitTable({
		runs: [started('now')],
		rows: [
			row({ service: second ?? '', filed: 1 }),
			row({ way: 'httpRequest', filed: 2 }),
			row({ filed: 3 }),
		],
	});
	const [headings, , ...rest] = table.split('\n');
	assert.match(headings ?? '', /\| Submissions node \| HTTP Request node \|$/);
	assert.match(rest[0] ?? '', /\| 3 \/ 17 \/ – \| 2 \/ 17 \/ – \|$/);
	assert.match(rest[1] ?? '', /\| 1 \/ 17 \/ – \| {2}\|$/);
});

void test('only what is between the marks of the page is replaced', () => {
	const place = { begin: '<b>', end: '<e>' };
	assert.equal(withPlaceFilled('x <b> old <e> y', place, 'new'), 'x <b>\n\nnew\n\n<e> y');
	assert.throws(() => withPlaceFilled('x <b> old', place, 'new'), /has no place between/);
});
