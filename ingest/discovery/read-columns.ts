import type { Asking } from '../snmp/get-objects.ts';
import type { Value } from '../snmp/value.ts';
import { walkTable } from '../snmp/walk-column.ts';

/** Values by what follows the column's OID. */
export type Cells = ReadonlyMap<string, Value>;

export const textOf = (value: Value | undefined): string =>
  value?.type === 'octets' || value?.type === 'oid' ? value.value.trim() : '';

/** 0 for what is no number. */
export const numberOf = (value: Value | undefined): number =>
  value?.type === 'integer' || value?.type === 'gauge32' || value?.type === 'counter32' ? value.value : 0;

/**
 * Columns of a table by their names, `mostRows` rows at most of each; undefined when the agent stopped answering. A device
 * that lacks the first column has nothing of the table: the others are not asked for.
 */
export async function readColumns<Name extends string>(
  asking: Asking,
  columns: Readonly<Record<Name, string>>,
  mostRows: number,
): Promise<Readonly<Record<Name, Cells>> | undefined> {
  const names = Object.keys(columns) as Name[];
  const read = Object.fromEntries(names.map((name) => [name, new Map() as Cells])) as Record<Name, Cells>;
  for (const name of names) {
    const rows = await walkTable(asking, columns[name], mostRows);
    if (rows === undefined) return undefined;
    if (rows.length === 0 && name === names[0]) return read;
    read[name] = new Map(rows.map(({ index, value }) => [index, value]));
  }
  return read;
}
