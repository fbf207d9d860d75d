import { numericValue } from '../agent/value.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { numberOrZero } from '../request/read-columns.ts';
import { walkTable } from '../request/walk-column.ts';
import { measured, type DeviceSensor, type SensorValues } from './device-sensor.ts';
import type { Entity } from './entities.ts';
import { thousandthsOf } from './scaled-value.ts';

const MAX_ROWS = 5_000;

/** Degrees Celsius by entPhysicalIndex, in devices without ENTITY-SENSOR-MIB. */
const columns = [
  { mib: 'HUAWEI-ENTITY-EXTENT-MIB', column: '1.3.6.1.4.1.2011.5.25.31.1.1.1.1.11' },
  { mib: 'HH3C-ENTITY-EXT-MIB', column: '1.3.6.1.4.1.25506.2.6.1.1.1.1.12' },
] as const;

/** Parts without a sensor report 0, 65535 or 2^31 - 1. */
const MAX_CELSIUS = 200;
const isReading = (value: number): boolean => value !== 0 && Math.abs(value) <= MAX_CELSIUS;

function temperatureOf(value: number | undefined): SensorValues {
  if (value === undefined || !isReading(value)) return {};
  return measured('sensor_celsius', thousandthsOf({ value, scale: undefined, precision: undefined }));
}

/** Temperatures of parts, under the name of the part. Undefined if the agent stopped responding. */
export async function readEntityTemperatures(
  context: RequestContext,
  entities: ReadonlyMap<string, Entity>,
): Promise<readonly DeviceSensor[] | undefined> {
  if (entities.size === 0) return [];
  const found: DeviceSensor[] = [];
  for (const { mib, column } of columns) {
    const rows = await walkTable(context, column, MAX_ROWS);
    if (rows === undefined) return undefined;
    for (const { index, value } of rows) {
      const entity = entities.get(index);
      if (entity === undefined || entity.isOptic || !isReading(numberOrZero(value))) continue;
      found.push({
        name: entity.name === '' ? `Part ${index}` : entity.name,
        kind: 'temperature',
        mib,
        objects: { value: `${column}.${index}` },
        read: (values) => temperatureOf(numericValue(values['value'])),
      });
    }
  }
  return found;
}
