import { numericValue } from '../agent/value.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { numberOrZero, readColumns } from '../request/read-columns.ts';
import {
  counterOfKind,
  measured,
  working,
  type DeviceSensor,
  type SensorKind,
  type SensorObjects,
  type SensorValues,
} from './device-sensor.ts';
import type { Entity } from './entities.ts';
import { thousandthsOf } from './scaled-value.ts';

const MAX_ROWS = 5_000;

/** entPhySensorTable (RFC 3433), and the table of the same columns in Cisco devices without it, by entPhysicalIndex. */
const tables = [
  {
    mib: 'ENTITY-SENSOR-MIB',
    columns: {
      type: '1.3.6.1.2.1.99.1.1.1.1',
      scale: '1.3.6.1.2.1.99.1.1.1.2',
      precision: '1.3.6.1.2.1.99.1.1.1.3',
    },
    value: '1.3.6.1.2.1.99.1.1.1.4',
    status: '1.3.6.1.2.1.99.1.1.1.5',
  },
  {
    mib: 'CISCO-ENTITY-SENSOR-MIB',
    columns: {
      type: '1.3.6.1.4.1.9.9.91.1.1.1.1.1',
      scale: '1.3.6.1.4.1.9.9.91.1.1.1.1.2',
      precision: '1.3.6.1.4.1.9.9.91.1.1.1.1.3',
    },
    value: '1.3.6.1.4.1.9.9.91.1.1.1.1.4',
    status: '1.3.6.1.4.1.9.9.91.1.1.1.1.5',
  },
] as const;

/** EntitySensorDataType. Volts, amperes and others are not measured. */
const kinds: ReadonlyMap<number, SensorKind> = new Map([
  [6, 'power'],
  [8, 'temperature'],
  [10, 'fan'],
  [12, 'state'],
]);

/** EntitySensorStatus. An unavailable sensor cannot be read at present, which says nothing about it. */
const OK = 1;
const NONOPERATIONAL = 3;
/** TruthValue (RFC 2579). */
const TRUE = 1;
const FALSE = 2;

/** A truth of these sensors is a fault: `power-output-fail Sensor`. */
const FAULT = /fail|fault|alarm/i;

export interface SensorFacts {
  readonly name: string;
  readonly kind: SensorKind;
  readonly scale?: number | undefined;
  readonly precision?: number | undefined;
}

function readingOf({ name, kind, scale, precision }: SensorFacts, value: number | undefined): SensorValues {
  if (kind !== 'state') return measured(counterOfKind[kind], thousandthsOf({ value, scale, precision }));
  return value === TRUE || value === FALSE ? working((value === TRUE) !== FAULT.test(name)) : {};
}

/** Values of a sensor of these tables: only a state unless its status is ok, or not reported by the device. */
export function entitySensorValues(facts: SensorFacts, { value, status }: SensorObjects): SensorValues {
  const condition = numericValue(status);
  if (condition === NONOPERATIONAL) return working(false);
  if (condition !== undefined && condition !== OK) return {};
  const works = facts.kind !== 'state' && condition === OK ? working(true) : {};
  return { ...works, ...readingOf(facts, numericValue(value)) };
}

/** Sensors of the first table that the device has. Undefined if the agent stopped responding. */
export async function readEntitySensors(
  context: RequestContext,
  entities: ReadonlyMap<string, Entity>,
): Promise<readonly DeviceSensor[] | undefined> {
  for (const { mib, columns, value, status } of tables) {
    const cells = await readColumns(context, columns, MAX_ROWS);
    if (cells === undefined) return undefined;
    if (cells.type.size === 0) continue;
    return [...cells.type].flatMap(([index, type]): readonly DeviceSensor[] => {
      const kind = kinds.get(numberOrZero(type));
      const entity = entities.get(index);
      if (kind === undefined || entity?.isOptic === true) return [];
      const name = entity?.name === undefined || entity.name === '' ? `Sensor ${index}` : entity.name;
      const facts: SensorFacts = {
        name,
        kind,
        scale: numericValue(cells.scale.get(index)),
        precision: numericValue(cells.precision.get(index)),
      };
      return [
        {
          name,
          kind,
          mib,
          objects: { value: `${value}.${index}`, status: `${status}.${index}` },
          read: (values) => entitySensorValues(facts, values),
        },
      ];
    });
  }
  return [];
}
