import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import type { ComponentEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { getObjects, type RequestContext, type Collected } from '../request/get-objects.ts';
import { speedOf } from '../interface/interface-rows.ts';
import type { Cell } from '../cell.ts';
import { column } from '../interface/objects.ts';
import { classLimits, type LimitTables } from '../qos/class-limits.ts';
import type { PolicyClass } from '../qos/qos-class.ts';
import { resolveClasses, type QosTables } from '../qos/resolve.ts';
import { elementColumns, limitTables, queueDepth } from '../qos/tables.ts';
import { textHash } from '../text-hash.ts';
import { walkTable } from '../request/walk-column.ts';
import type { LearnedComponent } from './component.ts';
import { portIndexes } from './port-indexes.ts';

const MAX_OBJECTS = 50_000;

/** Inventory key of a class: interface, direction and names from the outermost inwards. */
export const classKey = (
  interfaceName: string,
  { direction, path }: Pick<PolicyClass, 'direction' | 'path'>,
): string => [interfaceName, direction, ...path].join(' / ');

const interfaceIn = (key: string): string => key.split(' / ')[0] ?? '';

async function readLimits(context: RequestContext): Promise<LimitTables | undefined> {
  const queueBandwidth = await walkTable(context, limitTables.queueBandwidth, MAX_OBJECTS);
  const queueUnit = queueBandwidth && (await walkTable(context, limitTables.queueUnit, MAX_OBJECTS));
  const shapeRate = queueUnit && (await walkTable(context, limitTables.shapeRate, MAX_OBJECTS));
  return shapeRate && { queueBandwidth, queueUnit, shapeRate };
}

/** Line speeds in bit/s by ifIndex, where reported. */
async function lineSpeeds(
  context: RequestContext,
  indexes: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const at = (oid: string, index: number): string => `${oid}.${String(index)}`;
  const desired = indexes.flatMap((index) => [at(column.ifHighSpeed, index), at(column.ifSpeed, index)]);
  const { values } = await getObjects(context, desired);
  return new Map(
    indexes.flatMap((index) => {
      const [high, low] = [values.get(at(column.ifHighSpeed, index)), values.get(at(column.ifSpeed, index))];
      const speed = speedOf(high?.value, low?.value)?.bps;
      return speed === undefined ? [] : [[index, speed] as const];
    }),
  );
}

interface ClassObject {
  readonly index: string;
  readonly queue: string | undefined;
  readonly bandwidthBps: number | undefined;
}

function cellsOf({ index, queue, bandwidthBps }: ClassObject, values: Collected['values']): readonly Cell[] {
  // Another index is another object, so its counters are not comparable.
  const epoch = textHash(index);
  const cells: Cell[] = [];
  for (const [key, oid] of Object.entries(elementColumns) as [CounterKey, string][]) {
    const measured = values.get(`${oid}.${index}`);
    if (measured?.value.type === 'counter64')
      cells.push({ counter: counters[key].id, value: measured.value.value, read: measured.read, epoch });
  }
  const depth = queue === undefined ? undefined : values.get(`${queueDepth}.${queue}`);
  if (depth?.value.type === 'gauge32')
    cells.push({
      counter: counters.class_queue_depth.id,
      value: BigInt(depth.value.value),
      read: depth.read,
    });
  if (bandwidthBps !== undefined && cells.length > 0)
    cells.push({
      counter: counters.class_bandwidth.id,
      value: BigInt(bandwidthBps),
      read: cells[0]?.read,
    });
  return cells;
}

function learnedClass(id: number, object: ClassObject): LearnedComponent {
  const { index, queue } = object;
  return {
    id,
    oids: [
      ...Object.values(elementColumns).map((oid) => `${oid}.${index}`),
      ...(queue === undefined ? [] : [`${queueDepth}.${queue}`]),
    ],
    read: (values) => cellsOf(object, values),
  };
}

/** Locates the inventory's classes on the device. Undefined if the agent stopped responding. */
export async function learnClassElements(
  context: RequestContext,
  {
    entries,
    interfaces,
  }: { readonly entries: readonly ComponentEntry[]; readonly interfaces: readonly InterfaceEntry[] },
  policies: QosTables,
): Promise<readonly LearnedComponent[] | undefined> {
  if (entries.length === 0 || policies.direction.length === 0) return [];
  const ports = await portIndexes(
    context,
    interfaces,
    entries.map(({ key }) => interfaceIn(key)),
  );
  if (ports === undefined) return undefined;
  const limits = await readLimits(context);
  if (limits === undefined) return undefined;
  const { queue, bandwidthBps } = classLimits(policies, limits);
  const names = new Map([...ports].map(([name, index]) => [index, name]));
  const classes = new Map(
    resolveClasses(policies).map((one) => [classKey(names.get(one.ifIndex) ?? '', one), one]),
  );
  const found = entries.flatMap(({ id, key }) => {
    const one = classes.get(key);
    return one === undefined ? [] : [{ id, one }];
  });
  const speeds = await lineSpeeds(context, [...new Set(found.map(({ one }) => one.ifIndex))]);
  return found.map(({ id, one: { index, ifIndex } }) =>
    learnedClass(id, {
      index,
      queue: queue(index),
      bandwidthBps: bandwidthBps(index, speeds.get(ifIndex) ?? 0),
    }),
  );
}
