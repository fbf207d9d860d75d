import { describe, expect, it } from 'vitest';
import type { SnmpValue } from '../agent/value.ts';
import { procedures } from './procedures.ts';
import type { FactRow } from './procedures.ts';

const whole = (value: number): SnmpValue => ({ type: 'integer', value });
const gauge = (value: number): SnmpValue => ({ type: 'gauge32', value });
const row = (values: Readonly<Record<string, number>>): FactRow =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, whole(value)]));
const ram: SnmpValue = { type: 'oid', value: '1.3.6.1.2.1.25.2.1.2' };
const disk: SnmpValue = { type: 'oid', value: '1.3.6.1.2.1.25.2.1.4' };
const probe = (values: Readonly<Record<string, number>>): FactRow => row({ state: 6, kind: 1, ...values });

const cases: readonly (readonly [string, keyof typeof procedures, readonly FactRow[], object])[] = [
  ['the mean of the processors', 'meanLoad', [row({ load: 10 }), row({ load: 25 })], { cpu: 1_750 }],
  ['no load that is none', 'meanLoad', [row({ load: 101 }), { load: { type: 'absent' } }], {}],
  ['what is not idle', 'loadOfIdle', [row({ idle: 97 })], { cpu: 300 }],
  ['nothing of an agent without idle time', 'loadOfIdle', [{ idle: { type: 'absent' } }], {}],
  [
    'all pools together',
    'memoryUsedAndFree',
    [{ used: gauge(100), free: gauge(300) }, row({ used: 50, free: 50 })],
    { memory_used: 150, memory_total: 500 },
  ],
  [
    'pools of more than 4 GiB',
    'memoryUsedAndFree',
    [{ used: { type: 'counter64', value: 2n ** 33n }, free: { type: 'counter64', value: 2n ** 32n } }],
    { memory_used: 2 ** 33, memory_total: 3 * 2 ** 32 },
  ],
  [
    'memory without buffers and cache',
    'memoryOfUcd',
    [row({ total: 1_000, available: 200, buffers: 100, cached: 300 })],
    { memory_used: 400 * 1_024, memory_total: 1_000 * 1_024 },
  ],
  [
    'storage by its type',
    'memoryOfStorage',
    [
      { type: ram, ...row({ unit: 1_024, size: 10, used: 5 }) },
      { type: disk, ...row({ unit: 4_096, size: 10, used: 5 }) },
    ],
    { memory_used: 5_120, memory_total: 10_240 },
  ],
  [
    'disks whose block count wraps to a negative number',
    'diskOfStorage',
    [{ type: disk, ...row({ unit: 4_096, size: -2, used: 5 }) }],
    { disk_used: 20_480, disk_total: 4_096 * (2 ** 32 - 2) },
  ],
  [
    'no disk that is fuller than full',
    'diskOfStorage',
    [{ type: disk, ...row({ unit: 4_096, size: 5, used: 6 }) }],
    {},
  ],
  [
    'probes that are ok or over their threshold, in µs',
    'ipSla',
    [
      probe({ time: 20, sense: 1 }),
      probe({ time: 30_000, sense: 3, precision: 2 }),
      probe({ time: 0, sense: 4 }),
      probe({ time: 5, sense: 1, state: 1 }),
    ],
    { sla_probes: 3, sla_ok: 2, sla_rtt: 50_000 },
  ],
  [
    'the mean of the packets of a jitter probe',
    'ipSla',
    [probe({ kind: 9, sense: 1, rttCount: 10, rttSum: 150 }), probe({ kind: 9, rttCount: 0, rttSum: 0 })],
    { sla_probes: 2, sla_ok: 1, sla_rtt: 15_000 },
  ],
  ['nothing of a device without probes', 'ipSla', [], {}],
];

describe('a catalogue procedure computes', () => {
  for (const [title, name, rows, expected] of cases)
    it(`${title} (${name})`, () => {
      expect(procedures[name](rows)).toEqual(expected);
    });
});
