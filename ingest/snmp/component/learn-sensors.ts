import { counters } from '#schemas/counter/catalogue.ts';
import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import type { RequestContext } from '../request/get-objects.ts';
import type { DeviceSensor } from '../sensor/device-sensor.ts';
import { readSensors } from '../sensor/read-sensors.ts';
import type { LearnedComponent } from './component.ts';
import { readNamed } from './read-named.ts';

function learnedSensor(id: number, { objects, read }: DeviceSensor): LearnedComponent {
  return {
    id,
    oids: Object.values(objects),
    read(values) {
      const found = readNamed(objects, values);
      return Object.entries(read(found.values)).map(([key, value]) => ({
        counter: counters[key as keyof typeof counters].id,
        value: BigInt(value),
        read: found.read,
      }));
    },
  };
}

/** Locates the inventory's sensors on the device by name. Undefined if the agent stopped responding. */
export async function learnSensorElements(
  context: RequestContext,
  entries: readonly ComponentEntry[],
): Promise<readonly LearnedComponent[] | undefined> {
  if (entries.length === 0) return [];
  const sensors = await readSensors(context);
  if (sensors === undefined) return undefined;
  const byName = new Map(sensors.map((sensor) => [sensor.name, sensor]));
  return entries.flatMap(({ id, key }) => {
    const sensor = byName.get(key);
    return sensor === undefined ? [] : [learnedSensor(id, sensor)];
  });
}
