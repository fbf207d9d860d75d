import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { forgetLimits } from './device-memory.ts';
import type { DeviceMemory, LearnedPort } from './device-memory.ts';
import type { Asking } from './get-objects.ts';
import { column } from './objects.ts';
import type { Value } from './value.ts';
import { walkColumn } from './walk-column.ts';

/** Interfaces that the device does not have are looked for again after so many polls, without any other sign. */
const RETRY_POLLS = 12;

/** The names that a device's interfaces are looked for by: a change of the inventory shows in it. */
export const namesOf = (interfaces: readonly InterfaceEntry[]): string =>
  interfaces.map(({ id, name, alias }) => `${String(id)} ${name} ${alias}`).join('\n');

export interface Signs {
  readonly restarted: boolean;
  readonly lastChange: number | undefined;
  readonly names: string;
}

/** Whether the ifIndex of an interface may have moved since it was learned. */
export function mustLearn(memory: DeviceMemory, { restarted, lastChange, names }: Signs): boolean {
  if (memory.ports === undefined || restarted) return true;
  if (lastChange !== memory.lastChange || names !== memory.learnedNames) return true;
  const missing = names !== '' && memory.ports.size < names.split('\n').length;
  return missing && memory.pollsSinceLearned >= RETRY_POLLS;
}

type Cells = ReadonlyMap<number, Value>;

/** Port by name. Of two ports of one name the lower index is taken. */
export function matchNames(
  cells: Cells,
  interfaces: readonly InterfaceEntry[],
): ReadonlyMap<number, LearnedPort> {
  const byName = new Map<string, number>();
  for (const [index, value] of cells)
    if (value.type === 'octets' && !byName.has(value.value)) byName.set(value.value, index);
  return new Map(
    interfaces.flatMap(({ id, name }) => {
      const index = byName.get(name);
      return index === undefined ? [] : [[id, { index, name, narrow: new Set<number>() }] as const];
    }),
  );
}

const once = <Value>(values: readonly (readonly [string, Value])[]): ReadonlyMap<string, Value> => {
  const counts = Map.groupBy(values, ([text]) => text);
  return new Map(values.filter(([text]) => text !== '' && counts.get(text)?.length === 1));
};

/**
 * Ports of interfaces whose name the device has no more (another line card, another software), by the description that
 * was given to them. Only where the alias is that of one port and of one such interface.
 */
export function matchAliases(
  { names, aliases }: { readonly names: Cells; readonly aliases: Cells },
  missing: readonly InterfaceEntry[],
  taken: ReadonlySet<number>,
): ReadonlyMap<number, LearnedPort> {
  const ports = once(
    [...aliases].flatMap(([index, value]) => {
      const name = names.get(index);
      return value.type === 'octets' && name?.type === 'octets'
        ? [[value.value, { index, name: name.value }] as const]
        : [];
    }),
  );
  const wanted = once(missing.map(({ id, alias }) => [alias, id] as const));
  return new Map(
    [...wanted].flatMap(([alias, id]) => {
      const port = ports.get(alias);
      return port === undefined || taken.has(port.index)
        ? []
        : [[id, { ...port, narrow: new Set<number>() }] as const];
    }),
  );
}

async function match(
  asking: Asking,
  names: Cells,
  interfaces: readonly InterfaceEntry[],
): Promise<ReadonlyMap<number, LearnedPort> | undefined> {
  const byName = matchNames(names, interfaces);
  const missing = interfaces.filter(({ id, alias }) => alias !== '' && !byName.has(id));
  if (missing.length === 0) return byName;
  const aliases = await walkColumn(asking, column.ifAlias);
  if (aliases === undefined) return undefined;
  const taken = new Set([...byName.values()].map(({ index }) => index));
  const byAlias = matchAliases({ names, aliases }, missing, taken);
  for (const _port of byAlias) asking.count('found by alias');
  return new Map([...byName, ...byAlias]);
}

/** Walks the names of the device's ports, and remembers where its known interfaces are. False: the agent stopped answering. */
export async function learnIndexes(asking: Asking, interfaces: readonly InterfaceEntry[]): Promise<boolean> {
  const { memory } = asking;
  forgetLimits(memory);
  memory.ports = new Map();
  for (const nameColumn of [column.ifName, column.ifDescr]) {
    const cells = await walkColumn(asking, nameColumn);
    if (cells === undefined) return false;
    // Old agents have no ifXTable: their ports are known by ifDescr.
    if (cells.size === 0) continue;
    const ports = await match(asking, cells, interfaces);
    if (ports === undefined) return false;
    memory.ports = ports;
    memory.nameColumn = nameColumn;
    break;
  }
  memory.learnedNames = namesOf(interfaces);
  memory.pollsSinceLearned = 0;
  return true;
}
