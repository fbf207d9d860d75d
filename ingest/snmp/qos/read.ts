import { counters } from '#schemas/counter/catalogue.ts';
import type { LearnedPort } from '../device/device-memory.ts';
import { readInOrder } from '../request/read-in-order.ts';
import type { RequestContext, Collected } from '../request/get-objects.ts';
import type { Cell, Reading } from '../cell.ts';
import { textHash } from '../text-hash.ts';
import { walkTable, type TableBinding } from '../request/walk-column.ts';
import type { PolicyClass } from './qos-class.ts';
import { resolveClasses, type QosTables } from './resolve.ts';
import { classColumns, policyTables, type ClassCounter, type TableName } from './tables.ts';

/** Policies of a thousand ports with a dozen classes each. */
const MAX_OBJECTS = 50_000;

/** Tables of a device without policies. */
export const noPolicies: QosTables = {
  direction: [],
  ifIndex: [],
  config: [],
  kind: [],
  parent: [],
  policyName: [],
  className: [],
};

/** Reads the policy tables. Undefined if the agent stopped responding. Takes one request if the device has none. */
export async function readPolicyTables(context: RequestContext): Promise<QosTables | undefined> {
  const walked: Record<TableName, readonly TableBinding[]> = { ...noPolicies };
  for (const [name, column] of Object.entries(policyTables) as [TableName, string][]) {
    const rows = await walkTable(context, column, MAX_OBJECTS);
    if (rows === undefined) return undefined;
    if (rows.length === 0 && name === 'direction') break;
    walked[name] = rows;
  }
  return walked;
}

/** Learns the policy classes. Undefined if the agent stopped responding. */
export async function learnClasses(context: RequestContext): Promise<readonly PolicyClass[] | undefined> {
  const walked = await readPolicyTables(context);
  return walked && resolveClasses(walked);
}

/** Sums over different classes are not comparable. */
const epochOf = (classes: readonly PolicyClass[]): number =>
  textHash(classes.map(({ index, path }) => `${index} ${path.join(' ')}`).join('\n'));

/** Sum over the classes. Undefined if one is missing, because the sum would appear to decrease. */
function total(
  classes: readonly PolicyClass[],
  column: string,
  { values }: Collected,
): Pick<Cell, 'value' | 'read'> | undefined {
  let value = 0n;
  let read: Reading | undefined;
  for (const { index } of classes) {
    const measured = values.get(`${column}.${index}`);
    if (measured?.value.type !== 'counter64') return undefined;
    value += measured.value.value;
    read = measured.read;
  }
  return { value: BigInt.asUintN(64, value), read };
}

/** Classes that count towards their interface. */
const isCounted = ({ direction, outermost }: PolicyClass): boolean => direction === 'out' && outermost;

/** Objects that are read of these classes. */
export const classObjects = (classes: readonly PolicyClass[]): number =>
  classes.filter(isCounted).length * columns.length;

const columns = Object.entries(classColumns) as [ClassCounter, string][];

function classCells(classes: readonly PolicyClass[], collected: Collected): readonly Cell[] {
  const epoch = epochOf(classes);
  return columns.flatMap(([key, column]): readonly Cell[] => {
    const sum = total(classes, column, collected);
    return sum === undefined ? [] : [{ counter: counters[key].id, ...sum, epoch }];
  });
}

/**
 * Output policy counters by interface element: the sum over the outermost policy's classes, because inner classes count
 * the same octets again. `onRead` receives each interface as soon as it is read.
 */
export async function readClasses(
  context: RequestContext,
  {
    classes,
    ports,
  }: { readonly classes: readonly PolicyClass[]; readonly ports: ReadonlyMap<number, LearnedPort> },
  onRead: (byInterface: ReadonlyMap<number, readonly Cell[]>) => void,
): Promise<void> {
  const counted = Map.groupBy(classes.filter(isCounted), ({ ifIndex }) => ifIndex);
  const desired = [...ports].flatMap(([id, { index }]) => {
    const own = counted.get(index);
    if (own === undefined) return [];
    return [{ id, own, oids: own.flatMap((one) => columns.map(([, column]) => `${column}.${one.index}`)) }];
  });
  await readInOrder(context, desired, (interfaces, collected) => {
    onRead(new Map(interfaces.map(({ id, own }) => [id, classCells(own, collected)])));
  });
}
