import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { readPortNames } from '../interface/port-names.ts';

/**
 * ifIndex by inventory name. Undefined if the agent stopped responding. Learned indexes take precedence, because a port
 * matched by alias keeps its inventory name. Port names are walked only if one is missing.
 */
export async function portIndexes(
  context: RequestContext,
  interfaces: readonly InterfaceEntry[],
  desired: readonly string[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const { memory } = context;
  const known = new Map(
    interfaces.flatMap(({ id, name }) => {
      const port = memory.ports?.get(id);
      return port === undefined ? [] : [[name, port.index] as const];
    }),
  );
  if (desired.every((name) => known.has(name))) return known;
  const ports = await readPortNames(
    context,
    desired.filter((name) => !known.has(name)),
  );
  return ports && new Map([...[...ports].map(([index, { name }]) => [name, index] as const), ...known]);
}
