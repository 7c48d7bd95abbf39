import { z } from 'zod';
import type { EditorSession } from './editorSession.ts';

/** A row of one of n8n's data tables, with n8n's own columns. */
export type TableRow = Readonly<Record<string, unknown>>;

const projectSchema = z.object({ id: z.string() });
const tablesSchema = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });
const rowsSchema = z.object({ data: z.array(z.record(z.unknown())), count: z.number() });
const MOST_ROWS = 250;

/** One of n8n's data tables, as a person fills and reads it in the editor. */
export class DataTable {
	readonly #session: EditorSession;
	readonly #path: string;

	private constructor(session: EditorSession, path: string) {
		this.#session = session;
		this.#path = path;
	}

	/**
	 * Finds a table of the signed-in person.
	 *
	 * @throws Error when there is none of exactly this name
	 */
	static async named(session: EditorSession, name: string): Promise<DataTable> {
		const found = await DataTable.find(session, name);
		if (found === undefined) throw new Error(`n8n has no data table ${name}`);
		return found;
	}

	/** Finds a table of the signed-in person, where there is one of exactly this name. */
	static async find(session: EditorSession, name: string): Promise<DataTable | undefined> {
		const { id } = projectSchema.parse(await session.request('GET', '/projects/personal'));
		const path = `/projects/${id}/data-tables`;
		const { data } = tablesSchema.parse(await session.request('GET', path));
		const found = data.find((table) => table.name === name);
		return found && new DataTable(session, `${path}/${found.id}`);
	}

	/**
	 * All rows, in the order of their making.
	 *
	 * @throws Error when there are more than one page holds
	 */
	async rows(): Promise<TableRow[]> {
		const answer = await this.#session.request('GET', `${this.#path}/rows?take=${MOST_ROWS}`);
		const { data, count } = rowsSchema.parse(answer);
		if (data.length < count) throw new Error('The table has more rows than one page holds');
		return data;
	}

	/** Adds rows. */
	async add(rows: readonly TableRow[]): Promise<void> {
		await this.#session.request('POST', `${this.#path}/insert`, { data: rows });
	}

	/** Changes the row that has this value in this column. */
	async change(columnName: string, value: string, data: TableRow): Promise<void> {
		const filter = { type: 'and', filters: [{ columnName, condition: 'eq', value }] };
		await this.#session.request('PATCH', `${this.#path}/rows`, { filter, data });
	}

	/** Removes all rows. */
	async clear(): Promise<void> {
		const filters = [{ columnName: 'id', condition: 'gt', value: 0 }];
		const filter = encodeURIComponent(JSON.stringify({ type: 'and', filters }));
		await this.#session.request('DELETE', `${this.#path}/rows?filter=${filter}`);
	}
}
