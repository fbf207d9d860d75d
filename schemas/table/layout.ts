import type { Columns, Table } from './table.ts';

/** Offsets of the cells of a fixed-width row, so that hot paths write and read bytes in place. */
export interface Layout<C extends Columns> {
  readonly rowBytes: number;
  readonly offset: { readonly [Name in keyof C]: number };
}

/** Throws when a column has no fixed width: use the codec of such a table. */
export function layoutOf<C extends Columns>(definition: Table<C>): Layout<C> {
  let at = 0;
  const offset: Record<string, number> = {};
  for (const [name, { width }] of Object.entries(definition.columns)) {
    if (width === undefined) throw new TypeError(`${definition.name}.${name} has no fixed width`);
    offset[name] = at;
    at += width;
  }
  // Copied: V8 holds an object that grew by computed names as a hash table, whose reads would double the time of a row.
  const copied = { ...offset };
  return { rowBytes: at, offset: copied as { [Name in keyof C]: number } };
}
