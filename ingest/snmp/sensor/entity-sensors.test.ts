import { expect, it } from 'vitest';
import type { SnmpValue } from '../agent/value.ts';
import { entitySensorValues, type SensorFacts } from './entity-sensors.ts';
import { stateValues } from './part-states.ts';
import { uniquelyNamed } from './read-sensors.ts';

const integer = (value: number): SnmpValue => ({ type: 'integer', value });
const absent: SnmpValue = { type: 'absent' };
const facts = (kind: SensorFacts['kind'], name = 'Slot 1'): SensorFacts => ({
  kind,
  name,
  scale: 9,
  precision: 1,
});

// EntitySensorStatus: 1 ok, 2 unavailable, 3 nonoperational.
it.each([
  ['a temperature', facts('temperature'), integer(345), integer(1), { sensor_celsius: 34_500, sensor_ok: 1 }],
  ['frost', facts('temperature'), integer(-56), integer(1), { sensor_celsius: -5_600, sensor_ok: 1 }],
  ['a fan', facts('fan'), integer(48_640), integer(1), { sensor_rpm: 4_864_000, sensor_ok: 1 }],
  ['a fan that stands', facts('fan'), integer(0), integer(1), { sensor_rpm: 0, sensor_ok: 1 }],
  ['a supply', facts('power'), integer(1_560), integer(1), { sensor_watts: 156_000, sensor_ok: 1 }],
  ['an overflow', facts('power'), integer(1_000_000_000), integer(1), { sensor_ok: 1 }],
  ['an unavailable sensor', facts('temperature'), integer(345), integer(2), {}],
  ['a nonoperational sensor', facts('temperature'), integer(345), integer(3), { sensor_ok: 0 }],
  ['an unknown status', facts('temperature'), integer(345), integer(4), {}],
  ['no status', facts('temperature'), integer(345), absent, { sensor_celsius: 34_500 }],
  ['a truth without status', facts('state'), integer(1), absent, { sensor_ok: 1 }],
  ['no value', facts('temperature'), absent, integer(1), { sensor_ok: 1 }],
  ['a text instead of a value', facts('fan'), { type: 'octets', value: '7' }, integer(1), { sensor_ok: 1 }],
  ['a truth', facts('state', 'PS 0 Presence'), integer(1), integer(1), { sensor_ok: 1 }],
  ['an untruth', facts('state', 'PS 0 Presence'), integer(2), integer(1), { sensor_ok: 0 }],
  ['a true fault', facts('state', 'PS 1 power-output-fail'), integer(1), integer(1), { sensor_ok: 0 }],
  ['an untrue fault', facts('state', 'PS 1 fan-fail Sensor'), integer(2), integer(1), { sensor_ok: 1 }],
  ['neither true nor false', facts('state'), integer(0), integer(1), {}],
] as const)('%s is read as its values', (_, sensor, value, status, expected) => {
  expect(entitySensorValues(sensor, { value, status })).toEqual(expected);
});

it.each([
  ['a state that means working', 2, { sensor_ok: 1 }],
  ['a state that means a fault', 8, { sensor_ok: 0 }],
  ['off by an administrator', 3, {}],
  ['no state', undefined, {}],
])('a power supply with %s counts as such', (_, state, expected) => {
  expect(stateValues({ 2: true, 8: false }, state)).toEqual(expected);
});

it('sensors of one name are numbered in their order', () => {
  const named = (...names: string[]) =>
    uniquelyNamed(names.map((name) => ({ name }))).map(({ name }) => name);
  expect(named('Fan', 'PSU', 'Fan', 'Fan')).toEqual(['Fan', 'PSU', 'Fan #2', 'Fan #3']);
  expect(named('Fan', 'Fan', 'Fan #2', 'Fan')).toEqual(['Fan', 'Fan #2', 'Fan #2 #2', 'Fan #3']);
});
