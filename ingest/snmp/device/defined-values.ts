import type { ActivePoller } from '#schemas/polling/poller.ts';
import { columnProcedures } from '#schemas/polling/procedure.ts';
import { definedValue, type DefinedFault } from '../catalogue/defined-value.ts';
import { countDefinedValue, type DeviceMemory } from './device-memory.ts';
import type { LearnedColumn } from './extras.ts';
import { getObjects, type RequestContext } from '../request/get-objects.ts';
import type { TimedValue, Cell } from '../cell.ts';
import { walkTable } from '../request/walk-column.ts';

/** Rows read of a table. */
export const MAX_ROWS = 200;

interface DefinedContext {
  readonly count: (fault: DefinedFault) => void;
  readonly memory: DeviceMemory;
}

/** Whether the poller aggregates the rows of a column instead of one object. */
export const isTablePoller = ({ procedure }: ActivePoller): boolean =>
  procedure !== undefined && columnProcedures[procedure].level === 'device';

/** Learns the rows of administrator-defined pollers. Undefined if the agent stopped responding. */
export async function learnDefined(
  context: RequestContext,
  pollers: readonly ActivePoller[],
): Promise<readonly LearnedColumn[] | undefined> {
  const learned: LearnedColumn[] = [];
  for (const poller of pollers) {
    if (!isTablePoller(poller)) {
      learned.push({ poller, oids: [poller.oid] });
      continue;
    }
    const rows = await walkTable(context, poller.oid, MAX_ROWS);
    if (rows === undefined) return undefined;
    learned.push({ poller, oids: rows.map(({ index }) => `${poller.oid}.${index}`) });
  }
  return learned;
}

/** Cell of an administrator-defined poller. Empty if the device has no value. */
export function definedCell(
  poller: ActivePoller,
  measured: readonly TimedValue[],
  { count, memory }: DefinedContext,
): readonly Cell[] {
  const made = definedValue(
    poller,
    measured.map(({ value }) => value),
  );
  if (made.ok) {
    countDefinedValue(memory, poller.id);
    return [{ counter: poller.counter, value: made.value, read: measured[0]?.read }];
  }
  if (made.fault !== undefined) count(made.fault);
  return [];
}

/** Reads the administrator-defined values of the device itself. */
export async function readDefined(
  context: RequestContext,
  learned: readonly LearnedColumn[],
  count: DefinedContext['count'],
): Promise<readonly Cell[]> {
  const { memory } = context;
  const { values, complete } = await getObjects(context, [...new Set(learned.flatMap(({ oids }) => oids))]);
  return learned.flatMap(({ poller, oids }) => {
    const measured = oids.flatMap((oid) => values.get(oid) ?? []);
    // A partial read would give a wrong sum.
    return complete && measured.length === oids.length
      ? definedCell(poller, measured, { count, memory })
      : [];
  });
}

/** Keeps the first cell of each counter. */
export function firstPerCounter(cells: readonly Cell[]): readonly Cell[] {
  const seen = new Set<number>();
  return cells.filter(({ counter }) => {
    const isFirst = !seen.has(counter);
    seen.add(counter);
    return isFirst;
  });
}
