import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { Asking } from '../get-objects.ts';
import { walkTable } from '../walk-column.ts';

/** More ports than any device has. */
const MOST_PORTS = 50_000;

/**
 * ifIndex by the name that the inventory knows a port by; undefined when the agent stopped answering. Of ports that the
 * inventory has, what was learned counts: a port found by its alias keeps its name here. The names of the others are walked
 * for when one is missed.
 */
export async function portIndexes(
  asking: Asking,
  interfaces: readonly InterfaceEntry[],
  wanted: readonly string[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const { memory } = asking;
  const known = new Map(
    interfaces.flatMap(({ id, name }) => {
      const port = memory.ports?.get(id);
      return port === undefined ? [] : [[name, port.index] as const];
    }),
  );
  if (wanted.every((name) => known.has(name))) return known;
  const rows = await walkTable(asking, memory.nameColumn, MOST_PORTS);
  if (rows === undefined) return undefined;
  const walked = rows.flatMap(({ index, value }) =>
    value.type === 'octets' ? [[value.value, Number(index)] as const] : [],
  );
  return new Map([...walked, ...known]);
}
