import type { RequestContext } from '../request/get-objects.ts';
import type { DeviceSensor } from './device-sensor.ts';
import { readEntities, type Entity } from './entities.ts';
import { readEntitySensors } from './entity-sensors.ts';
import { readEntityTemperatures } from './entity-temperatures.ts';
import { readPartStates } from './part-states.ts';
import { readVendorSensors } from './vendor-sensors.ts';

/** A chassis with line cards has some hundreds. */
const MAX_SENSORS = 500;

/** Names are the keys of the inventory: repeated ones are numbered in the order of the device. */
export function uniquelyNamed<Item extends { readonly name: string }>(
  items: readonly Item[],
): readonly Item[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return items.map((item) => {
    let { name } = item;
    let count = counts.get(item.name) ?? 1;
    while (taken.has(name)) {
      count += 1;
      name = `${item.name} #${String(count)}`;
    }
    counts.set(item.name, count);
    taken.add(name);
    return { ...item, name };
  });
}

async function readStandard(
  context: RequestContext,
  entities: ReadonlyMap<string, Entity>,
): Promise<readonly DeviceSensor[] | undefined> {
  const sensors = await readEntitySensors(context, entities);
  if (sensors === undefined) return undefined;
  const parts = await readPartStates(context, entities);
  const temperatures = sensors.length > 0 ? [] : parts && (await readEntityTemperatures(context, entities));
  return parts && temperatures && [...sensors, ...parts, ...temperatures];
}

/**
 * Temperatures, fans and power supplies of a device: by the parts of ENTITY-MIB, else by tables of vendors. At most
 * `MAX_SENSORS`; more are counted as a fault. Undefined if the agent stopped responding.
 */
export async function readSensors(context: RequestContext): Promise<readonly DeviceSensor[] | undefined> {
  const entities = await readEntities(context);
  const standard = entities && (await readStandard(context, entities));
  if (standard === undefined) return undefined;
  const found = standard.length > 0 ? standard : await readVendorSensors(context);
  if (found !== undefined && found.length > MAX_SENSORS) context.count('too many sensors');
  return found && uniquelyNamed(found).slice(0, MAX_SENSORS);
}
