import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { resetLimits, type DeviceMemory, type LearnedPort } from '../device/device-memory.ts';
import type { SnmpValue } from '../agent/value.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { column } from './objects.ts';
import { nameOfIndex, readPortNames, type NamedPort, type PortCells } from './port-names.ts';
import { matchSharedPorts, textOfShared } from './same-names.ts';
import { trimmedText } from '../request/read-columns.ts';
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

const learned = (index: number, { name, text, nameColumn }: NamedPort): LearnedPort => ({
  index,
  name,
  text,
  nameColumn,
  narrow: new Set<number>(),
});

type NamedPorts = ReadonlyMap<number, NamedPort>;

/** Whether the port is still at its index. One without a name is there as long as it has a type. */
export const holdsPort = (
  { text, nameColumn }: Pick<LearnedPort, 'text' | 'nameColumn'>,
  value: SnmpValue,
): boolean => (nameColumn === column.ifType ? value.type === 'integer' : trimmedText(value) === text);

/**
 * Matches ports by name. A port that the inventory names by its index keeps that name when it gets an alias.
 */
export function matchNames(
  ports: NamedPorts,
  interfaces: readonly InterfaceEntry[],
): ReadonlyMap<number, LearnedPort> {
  const byName = new Map([...ports].map(([index, port]) => [port.name, { index, port }] as const));
  const byIndex = new Map(
    [...ports]
      .filter(([, { nameColumn }]) => nameColumn === column.ifAlias)
      .map(([index]) => [nameOfIndex(index), index] as const),
  );
  const desired = new Set(interfaces.map(({ name }) => name));
  return new Map(
    interfaces.flatMap(({ id, name }) => {
      const found = byName.get(name);
      if (found !== undefined) return [[id, learned(found.index, found.port)] as const];
      const index = byIndex.get(name);
      if (index === undefined || desired.has(ports.get(index)?.name ?? '')) return [];
      return [[id, learned(index, { name, text: name, nameColumn: column.ifType })] as const];
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
  { ports, aliases }: { readonly ports: NamedPorts; readonly aliases: PortCells },
  missing: readonly InterfaceEntry[],
  taken: ReadonlySet<number>,
): ReadonlyMap<number, LearnedPort> {
  const byAlias = uniqueByText(
    [...aliases].flatMap(([index, value]) => {
      const port = ports.get(index);
      return port === undefined ? [] : [[trimmedText(value), { index, port }] as const];
    }),
  );
  const desired = uniqueByText(missing.map(({ id, alias }) => [alias, id] as const));
  return new Map(
    [...desired].flatMap(([alias, id]) => {
      const found = byAlias.get(alias);
      return found === undefined || taken.has(found.index)
        ? []
        : [[id, learned(found.index, found.port)] as const];
    }),
  );
}

interface SharedGroup {
  readonly ports: NamedPorts;
  readonly entries: readonly InterfaceEntry[];
}

/** Ports that share a text, with the interfaces of the inventory among them. Only those with more than one of either need a match. */
export function sharedGroups(
  ports: NamedPorts,
  interfaces: readonly InterfaceEntry[],
): readonly SharedGroup[] {
  const byText = Map.groupBy(ports, ([, { text }]) => text);
  const textOf = ({ name }: InterfaceEntry): string => textOfShared(name, (text) => byText.has(text));
  return [...Map.groupBy(interfaces, textOf)].flatMap(([text, entries]) => {
    const shared = byText.get(text) ?? [];
    const isShared = shared.length > 0 && (shared.length > 1 || entries.length > 1);
    return isShared ? [{ ports: new Map(shared), entries }] : [];
  });
}

/** Matches interfaces whose name several ports have; remembers the addresses of these. Undefined if the agent stopped responding. */
async function matchShared(
  context: RequestContext,
  groups: readonly SharedGroup[],
): Promise<ReadonlyMap<number, LearnedPort> | undefined> {
  if (groups.length === 0) return new Map();
  const { addresses } = context.memory;
  const aliases = await walkColumn(context, column.ifAlias);
  const physical = aliases && (await walkColumn(context, column.ifPhysAddress));
  if (aliases === undefined || physical === undefined) return undefined;
  const matched = groups.flatMap(({ ports, entries }) => {
    const found = matchSharedPorts(
      [...ports].map(([index, { name }]) => ({
        index,
        name,
        alias: trimmedText(aliases.get(index)),
        address: trimmedText(physical.get(index)),
      })),
      entries.map((entry) => ({ ...entry, address: addresses.get(entry.id) ?? '' })),
    );
    return [...found].flatMap(([id, index]) => {
      const port = ports.get(index);
      return port === undefined ? [] : [{ id, index, port }];
    });
  });
  for (const { id, index } of matched) addresses.set(id, trimmedText(physical.get(index)));
  return new Map(
    matched.map(({ id, index, port }) => [id, { ...learned(index, port), isShared: true }] as const),
  );
}

async function match(
  context: RequestContext,
  ports: NamedPorts,
  interfaces: readonly InterfaceEntry[],
): Promise<ReadonlyMap<number, LearnedPort> | undefined> {
  const groups = sharedGroups(ports, interfaces);
  const shared = await matchShared(context, groups);
  if (shared === undefined) return undefined;
  const inGroups = new Set(groups.flatMap(({ entries }) => entries.map(({ id }) => id)));
  const alone = interfaces.filter(({ id }) => !inGroups.has(id));
  const byName = new Map([...matchNames(ports, alone), ...shared]);
  const missing = interfaces.filter(({ id, alias }) => alias !== '' && !byName.has(id));
  if (missing.length === 0) return byName;
  const aliases = await walkColumn(context, column.ifAlias);
  if (aliases === undefined) return undefined;
  const taken = new Set([...byName.values()].map(({ index }) => index));
  const byAlias = matchAliases({ ports, aliases }, missing, taken);
  for (const _port of byAlias) context.count('found by alias');
  return new Map([...byName, ...byAlias]);
}

/** Interfaces that are no longer in the inventory. */
function forgetOthers({ lines, addresses }: DeviceMemory, interfaces: readonly InterfaceEntry[]): void {
  const ids = new Set(interfaces.map(({ id }) => id));
  for (const memory of [lines, addresses])
    for (const id of memory.keys()) if (!ids.has(id)) memory.delete(id);
}

/**
 * Walks the port names of the device and stores the indexes of inventory interfaces. Returns false if the agent stopped
 * responding.
 */
export async function learnIndexes(
  context: RequestContext,
  interfaces: readonly InterfaceEntry[],
): Promise<boolean> {
  const { memory } = context;
  resetLimits(memory);
  forgetOthers(memory, interfaces);
  memory.ports = new Map();
  const named = await readPortNames(
    context,
    interfaces.map(({ name }) => name),
  );
  const ports = named && (await match(context, named, interfaces));
  if (ports === undefined) return false;
  memory.ports = ports;
  memory.learnedNames = namesKey(interfaces);
  memory.pollsSinceLearned = 0;
  return true;
}
