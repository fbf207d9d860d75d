import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { resetLimits } from '../device/device-memory.ts';
import type { DeviceMemory, LearnedPort } from '../device/device-memory.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { column } from './objects.ts';
import type { SnmpValue } from '../agent/value.ts';
import { walkColumn } from '../request/walk-column.ts';

/** Missing interfaces are looked up again after this many polls without any other hint. */
const RETRY_POLLS = 12;

/** Fingerprint of the inventory names: changes with the inventory. */
export const namesKey = (interfaces: readonly InterfaceEntry[]): string =>
  interfaces.map(({ id, name, alias }) => `${String(id)} ${name} ${alias}`).join('\n');

export interface IndexHints {
  readonly restarted: boolean;
  readonly lastChange: number | undefined;
  readonly names: string;
}

/** Whether an ifIndex may have moved since it was learned. */
export function needsLearning(memory: DeviceMemory, { restarted, lastChange, names }: IndexHints): boolean {
  if (memory.ports === undefined || restarted) return true;
  if (lastChange !== memory.lastChange || names !== memory.learnedNames) return true;
  const missing = names !== '' && memory.ports.size < names.split('\n').length;
  return missing && memory.pollsSinceLearned >= RETRY_POLLS;
}

type Cells = ReadonlyMap<number, SnmpValue>;

/** Matches ports by name. If two ports share a name, the lower index wins. */
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

const uniqueByText = <Value>(values: readonly (readonly [string, Value])[]): ReadonlyMap<string, Value> => {
  const counts = Map.groupBy(values, ([text]) => text);
  return new Map(values.filter(([text]) => text !== '' && counts.get(text)?.length === 1));
};

/**
 * Matches interfaces whose name no longer exists on the device (another line card or software) by their alias, if it is
 * unique on both sides.
 */
export function matchAliases(
  { names, aliases }: { readonly names: Cells; readonly aliases: Cells },
  missing: readonly InterfaceEntry[],
  taken: ReadonlySet<number>,
): ReadonlyMap<number, LearnedPort> {
  const ports = uniqueByText(
    [...aliases].flatMap(([index, value]) => {
      const name = names.get(index);
      return value.type === 'octets' && name?.type === 'octets'
        ? [[value.value, { index, name: name.value }] as const]
        : [];
    }),
  );
  const wanted = uniqueByText(missing.map(({ id, alias }) => [alias, id] as const));
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
  asking: RequestContext,
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

/**
 * Walks the port names of the device and stores the indexes of inventory interfaces. Returns false if the agent stopped
 * responding.
 */
export async function learnIndexes(
  asking: RequestContext,
  interfaces: readonly InterfaceEntry[],
): Promise<boolean> {
  const { memory } = asking;
  resetLimits(memory);
  memory.ports = new Map();
  for (const nameColumn of [column.ifName, column.ifDescr]) {
    const cells = await walkColumn(asking, nameColumn);
    if (cells === undefined) return false;
    // Old agents have no ifXTable: their ports are named by ifDescr.
    if (cells.size === 0) continue;
    const ports = await match(asking, cells, interfaces);
    if (ports === undefined) return false;
    memory.ports = ports;
    memory.nameColumn = nameColumn;
    break;
  }
  memory.learnedNames = namesKey(interfaces);
  memory.pollsSinceLearned = 0;
  return true;
}
