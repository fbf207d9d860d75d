import type { counters } from '#schemas/counter/catalogue.ts';
import type { SnmpValue } from '../agent/value.ts';

/** Counters of a sensor. */
type SensorCounter = Extract<keyof typeof counters, `sensor_${string}`>;
export type SensorValues = Partial<Record<SensorCounter, number>>;

/** Kind of hardware; a sensor of kind `state` only works or fails. */
export type SensorKind = 'temperature' | 'fan' | 'power' | 'state';

/** Objects of a sensor by name, with their values. */
export type SensorObjects = Readonly<Record<string, SnmpValue | undefined>>;

/** A temperature, fan or power supply that a device reports. */
export interface DeviceSensor {
  /** On the device: the indexes of its tables may change with a restart. */
  readonly name: string;
  readonly kind: SensorKind;
  readonly mib: string;
  /** Read in every poll. */
  readonly objects: Readonly<Record<string, string>>;
  readonly read: (values: SensorObjects) => SensorValues;
}

export const counterOfKind = {
  temperature: 'sensor_celsius',
  fan: 'sensor_rpm',
  power: 'sensor_watts',
} as const satisfies Record<Exclude<SensorKind, 'state'>, SensorCounter>;

/** A counter with a value, or none. */
export const measured = (counter: SensorCounter, value: number | undefined): SensorValues =>
  value === undefined ? {} : { [counter]: value };

export const working = (isOk: boolean | undefined): SensorValues =>
  isOk === undefined ? {} : { sensor_ok: Number(isOk) };
