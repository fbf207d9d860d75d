import type { RequestContext } from './get-objects.ts';
import type { SnmpValue } from '../agent/value.ts';
import { walkTable } from './walk-column.ts';

/** Values by the index after the column OID. */
export type Cells = ReadonlyMap<string, SnmpValue>;

export const trimmedText = (value: SnmpValue | undefined): string =>
  value?.type === 'octets' || value?.type === 'oid' ? value.value.trim() : '';

/** Returns 0 if the value is not a number. */
export const numberOrZero = (value: SnmpValue | undefined): number =>
  value?.type === 'integer' || value?.type === 'gauge32' || value?.type === 'counter32' ? value.value : 0;

/**
 * Reads named columns of a table, at most `maxRows` rows each. Undefined if the agent stopped responding. If the first
 * column is missing, the device does not have the table and the others are not requested.
 */
export async function readColumns<Name extends string>(
  context: RequestContext,
  columns: Readonly<Record<Name, string>>,
  maxRows: number,
): Promise<Readonly<Record<Name, Cells>> | undefined> {
  const names = Object.keys(columns) as Name[];
  const read = Object.fromEntries(names.map((name) => [name, new Map() as Cells])) as Record<Name, Cells>;
  for (const name of names) {
    const rows = await walkTable(context, columns[name], maxRows);
    if (rows === undefined) return undefined;
    if (rows.length === 0 && name === names[0]) return read;
    read[name] = new Map(rows.map(({ index, value }) => [index, value]));
  }
  return read;
}
