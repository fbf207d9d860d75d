interface TableLimits {
  readonly maxRows: number;
  readonly maxColumns: number;
}

/** Rows and columns that a table shows of a response. */
const shownPart: TableLimits = { maxRows: 1_000, maxColumns: 40 };
/** A file has all of them. */
export const withoutLimits: TableLimits = { maxRows: Infinity, maxColumns: Infinity };

export interface JsonRow {
  readonly id: string;
  /** In the order of the columns. */
  readonly cells: readonly (string | number | null)[];
}

export interface JsonTable {
  /** Names of members; empty for values without a name. */
  readonly columns: readonly string[];
  readonly rows: readonly JsonRow[];
  /** What there is in addition to what is shown. */
  readonly allRows: number;
  readonly hiddenColumns: number;
}

type Fields = Readonly<Record<string, unknown>>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value in one cell: objects and lists as JSON. */
function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}

/** Objects as rows with their members as columns; one object as names and values; anything else as one column. */
export function jsonTable(value: unknown, { maxRows, maxColumns }: TableLimits = shownPart): JsonTable {
  if (isFields(value)) {
    const rows = Object.entries(value).map(([name, part], index) => ({
      id: String(index),
      cells: [name, cellOf(part)],
    }));
    return { columns: ['name', ''], rows: rows.slice(0, maxRows), allRows: rows.length, hiddenColumns: 0 };
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const shown = items.slice(0, maxRows);
  const names = [...new Set(shown.flatMap((item) => (isFields(item) ? Object.keys(item) : [])))];
  const hasPlain = shown.some((item) => !isFields(item));
  const columns = [...(hasPlain ? [''] : []), ...names].slice(0, maxColumns);
  return {
    columns,
    rows: shown.map((item, index) => ({
      id: String(index),
      cells: columns.map((name) =>
        isFields(item) ? (name === '' ? null : cellOf(item[name])) : name === '' ? cellOf(item) : null,
      ),
    })),
    allRows: items.length,
    hiddenColumns: Math.max(0, names.length + (hasPlain ? 1 : 0) - columns.length),
  };
}

/** Whether there is nothing to show. */
export const isEmptyResponse = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) ? value.length === 0 : isFields(value) && Object.keys(value).length === 0);
