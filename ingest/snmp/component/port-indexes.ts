import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { walkTable } from '../request/walk-column.ts';

/** More ports than any device has. */
const MAX_PORTS = 50_000;

/**
 * ifIndex by inventory name. Undefined if the agent stopped responding. Learned indexes take precedence, because a port
 * matched by alias keeps its inventory name. Port names are walked only if one is missing.
 */
export async function portIndexes(
  asking: RequestContext,
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
  const rows = await walkTable(asking, memory.nameColumn, MAX_PORTS);
  if (rows === undefined) return undefined;
  const walked = rows.flatMap(({ index, value }) =>
    value.type === 'octets' ? [[value.value, Number(index)] as const] : [],
  );
  return new Map([...walked, ...known]);
}
