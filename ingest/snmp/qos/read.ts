import { counters } from '#schemas/counter/catalogue.ts';
import type { LearnedPort } from '../device-memory.ts';
import { getObjects } from '../get-objects.ts';
import type { Asking, Collected } from '../get-objects.ts';
import type { Cell } from '../cell.ts';
import { textHash } from '../text-hash.ts';
import { walkTable } from '../walk-column.ts';
import type { TableBinding } from '../walk-column.ts';
import type { QosClass } from './qos-class.ts';
import { resolveClasses } from './resolve.ts';
import type { QosTables } from './resolve.ts';
import { classColumns, tables } from './tables.ts';
import type { ClassCounter, TableName } from './tables.ts';

/** Policies of a thousand ports with a dozen classes each. */
const MOST_OBJECTS = 50_000;

/** Of a device without policies. */
export const noPolicies: QosTables = {
  direction: [],
  ifIndex: [],
  config: [],
  kind: [],
  parent: [],
  policyName: [],
  className: [],
};

/** The tables of policies; undefined when the agent stopped answering. One request where the device has none. */
export async function readPolicyTables(asking: Asking): Promise<QosTables | undefined> {
  const walked: Record<TableName, readonly TableBinding[]> = { ...noPolicies };
  for (const [name, column] of Object.entries(tables) as [TableName, string][]) {
    const rows = await walkTable(asking, column, MOST_OBJECTS);
    if (rows === undefined) return undefined;
    if (rows.length === 0 && name === 'direction') break;
    walked[name] = rows;
  }
  return walked;
}

/** Looks for the classes of policies; undefined when the agent stopped answering. */
export async function learnClasses(asking: Asking): Promise<readonly QosClass[] | undefined> {
  const walked = await readPolicyTables(asking);
  return walked && resolveClasses(walked);
}

/** With other classes the sums are not comparable. */
const epochOf = (classes: readonly QosClass[]): number =>
  textHash(classes.map(({ index, path }) => `${index} ${path.join(' ')}`).join('\n'));

/** The sum over the classes; undefined when one of them did not answer, as the sum would seem to go back. */
function total(
  classes: readonly QosClass[],
  column: string,
  { values }: Collected,
): { readonly value: bigint; readonly ticks: number | undefined } | undefined {
  let value = 0n;
  let ticks: number | undefined;
  for (const { index } of classes) {
    const measured = values.get(`${column}.${index}`);
    if (measured?.value.type !== 'counter64') return undefined;
    value += measured.value.value;
    ticks = measured.ticks;
  }
  return { value: BigInt.asUintN(64, value), ticks };
}

/**
 * What the policies that go out of the device's interfaces counted, by interface element: the classes of the outermost
 * policy together, as those inside them count the same octets once more.
 */
export async function readClasses(
  asking: Asking,
  classes: readonly QosClass[],
  ports: ReadonlyMap<number, LearnedPort>,
): Promise<ReadonlyMap<number, readonly Cell[]>> {
  const counted = Map.groupBy(
    classes.filter(({ direction, outermost }) => direction === 'out' && outermost),
    ({ ifIndex }) => ifIndex,
  );
  const known = [...ports].filter(([, { index }]) => counted.has(index));
  const columns = Object.entries(classColumns) as [ClassCounter, string][];
  const oids = known.flatMap(([, { index }]) =>
    (counted.get(index) ?? []).flatMap((one) => columns.map(([, column]) => `${column}.${one.index}`)),
  );
  const collected = await getObjects(asking, oids);
  return new Map(
    known.map(([id, { index }]) => {
      const own = counted.get(index) ?? [];
      const epoch = epochOf(own);
      const cells = columns.flatMap(([key, column]): readonly Cell[] => {
        const sum = total(own, column, collected);
        return sum === undefined ? [] : [{ counter: counters[key].id, ...sum, epoch }];
      });
      return [id, cells];
    }),
  );
}
