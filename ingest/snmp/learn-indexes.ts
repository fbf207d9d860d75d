import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { Asking } from './get-objects.ts';
import { column } from './objects.ts';
import type { Value } from './value.ts';
import { walkColumn } from './walk-column.ts';

/** Interfaces that the device does not have are looked for again after so many polls, without any other sign. */
const RETRY_POLLS = 12;

/** The names that a device's interfaces are looked for by: a change of the inventory shows in it. */
export const namesOf = (interfaces: readonly InterfaceEntry[]): string =>
  interfaces.map(({ id, name }) => `${String(id)} ${name}`).join('\n');

export interface Signs {
  readonly restarted: boolean;
  readonly lastChange: number | undefined;
  readonly names: string;
}

/** Whether the ifIndex of an interface may have moved since it was learned. */
export function mustLearn(memory: DeviceMemory, { restarted, lastChange, names }: Signs): boolean {
  if (memory.indexes === undefined || restarted) return true;
  if (lastChange !== memory.lastChange || names !== memory.learnedNames) return true;
  const missing = names !== '' && memory.indexes.size < names.split('\n').length;
  return missing && memory.pollsSinceLearned >= RETRY_POLLS;
}

/** ifIndex by interface element. Of two ports of one name the lower index is taken. */
export function matchNames(
  cells: ReadonlyMap<number, Value>,
  interfaces: readonly InterfaceEntry[],
): ReadonlyMap<number, number> {
  const byName = new Map<string, number>();
  for (const [index, value] of cells)
    if (value.type === 'octets' && !byName.has(value.value)) byName.set(value.value, index);
  return new Map(
    interfaces.flatMap(({ id, name }) => {
      const index = byName.get(name);
      return index === undefined ? [] : [[id, index] as const];
    }),
  );
}

/** Walks the names of the device's ports, and remembers where its known interfaces are. False: the agent stopped answering. */
export async function learnIndexes(asking: Asking, interfaces: readonly InterfaceEntry[]): Promise<boolean> {
  const { memory } = asking;
  for (const nameColumn of [column.ifName, column.ifDescr]) {
    const cells = await walkColumn(asking, nameColumn);
    if (cells === undefined) return false;
    // Old agents have no ifXTable: their ports are known by ifDescr.
    if (cells.size === 0) continue;
    memory.indexes = matchNames(cells, interfaces);
    memory.nameColumn = nameColumn;
    break;
  }
  memory.indexes ??= new Map();
  memory.learnedNames = namesOf(interfaces);
  memory.pollsSinceLearned = 0;
  return true;
}
