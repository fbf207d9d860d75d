import type { ActivePoller } from '#schemas/polling/poller.ts';
import { columnProcedures } from '#schemas/polling/procedure.ts';
import { definedValue } from './catalogue/defined-value.ts';
import type { DefinedFault } from './catalogue/defined-value.ts';
import type { LearnedColumn } from './extras.ts';
import { getObjects } from './get-objects.ts';
import type { Measured } from './cell.ts';
import type { Asking } from './get-objects.ts';
import type { Cell } from './cell.ts';
import { walkTable } from './walk-column.ts';

/** Of a longer table the first rows are read. */
const MOST_ROWS = 200;

export type CountDefined = (fault: DefinedFault) => void;

/** Whether the poller takes the rows of a column together, rather than one object. */
const takesRows = ({ procedure }: ActivePoller): boolean =>
  procedure !== undefined && columnProcedures[procedure].level === 'device';

/** Looks for the rows of what administrators defined; undefined when the agent stopped answering. */
export async function learnDefined(
  asking: Asking,
  pollers: readonly ActivePoller[],
): Promise<readonly LearnedColumn[] | undefined> {
  const learned: LearnedColumn[] = [];
  for (const poller of pollers) {
    if (!takesRows(poller)) {
      learned.push({ poller, oids: [poller.oid] });
      continue;
    }
    const rows = await walkTable(asking, poller.oid, MOST_ROWS);
    if (rows === undefined) return undefined;
    learned.push({ poller, oids: rows.map(({ index }) => `${poller.oid}.${index}`) });
  }
  return learned;
}

/** The cell of a defined poller, nothing where the device has nothing for it. */
export function definedCell(
  poller: ActivePoller,
  measured: readonly Measured[],
  count: CountDefined,
): readonly Cell[] {
  const made = definedValue(
    poller,
    measured.map(({ value }) => value),
  );
  if (made.ok) return [{ counter: poller.counter, value: made.value, ticks: measured[0]?.ticks }];
  if (made.fault !== undefined) count(made.fault);
  return [];
}

/** The values of the device itself that administrators defined. */
export async function readDefined(
  asking: Asking,
  learned: readonly LearnedColumn[],
  count: CountDefined,
): Promise<readonly Cell[]> {
  const { values, complete } = await getObjects(asking, [...new Set(learned.flatMap(({ oids }) => oids))]);
  return learned.flatMap(({ poller, oids }) => {
    const measured = oids.flatMap((oid) => values.get(oid) ?? []);
    // Half of the rows would be a wrong sum.
    return complete && measured.length === oids.length ? definedCell(poller, measured, count) : [];
  });
}

/** Of several that give one counter the first that brought a value counts. */
export function firstOfEach(cells: readonly Cell[]): readonly Cell[] {
  const seen = new Set<number>();
  return cells.filter(({ counter }) => {
    const isFirst = !seen.has(counter);
    seen.add(counter);
    return isFirst;
  });
}
