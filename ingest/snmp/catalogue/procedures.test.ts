import { describe, expect, it } from 'vitest';
import type { SnmpValue } from '../agent/value.ts';
import { procedures } from './procedures.ts';
import type { FactRow } from './fact-row.ts';

const integer = (value: number): SnmpValue => ({ type: 'integer', value });
const gauge = (value: number): SnmpValue => ({ type: 'gauge32', value });
const row = (values: Readonly<Record<string, number>>): FactRow =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, integer(value)]));
const ram: SnmpValue = { type: 'oid', value: '1.3.6.1.2.1.25.2.1.2' };
const disk: SnmpValue = { type: 'oid', value: '1.3.6.1.2.1.25.2.1.4' };
const other: SnmpValue = { type: 'oid', value: '1.3.6.1.2.1.25.2.1.1' };
const text = (value: string): SnmpValue => ({ type: 'octets', value });
const storage = (name: string, size: number, used: number, type = ram): FactRow => ({
  type,
  description: text(name),
  ...row({ unit: 1, size, used }),
});
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
    'the load of the active routing engine',
    'meanLoad',
    [row({ load: 40, operatingState: 2 }), row({ load: 2, operatingState: 7 })],
    { cpu: 4_000 },
  ],
  [
    'the load of a routing engine that stands by alone',
    'meanLoad',
    [row({ load: 2, operatingState: 7 })],
    { cpu: 200 },
  ],
  ['what is not idle by a text with decimals', 'loadOfIdle', [{ idle: text('54.15') }], { cpu: 4_585 }],
  [
    'free and used KiB, before bytes that end at 4 GiB',
    'memoryUsedAndFree',
    [
      row({ usedKibibytes: 3, freeKibibytes: 1 }),
      row({ used: 2 ** 32 - 1, free: 2 ** 32 - 1, usedKibibytes: 6_000_000, freeKibibytes: 8_000_000 }),
    ],
    { memory_used: 6_000_003 * 1_024, memory_total: 14_000_004 * 1_024 },
  ],
  [
    'pools that are not part of another one',
    'memoryOfPools',
    [
      { name: text('System memory'), ...row({ kind: 2, used: 40, free: 60 }) },
      { name: text('MEMPOOL_DMA'), ...row({ kind: 2, used: 10, free: 5 }) },
      { name: text('MEMPOOL_GLOBAL_SHARED'), ...row({ kind: 2, used: 20, free: 5 }) },
    ],
    { memory_used: 40, memory_total: 100 },
  ],
  [
    'processor and I/O pools without reserves, code and buffers that are always full',
    'memoryOfPools',
    [
      { name: text('Processor'), ...row({ kind: 2, used: 40, free: 60 }) },
      { name: text('I/O'), ...row({ kind: 3, used: 5, free: 15 }) },
      { name: text('reserve Processor'), ...row({ kind: 1, used: 1, free: 1 }) },
      { name: text('lsmpi_io'), ...row({ kind: 1, used: 6, free: 0 }) },
      { name: text('Driver text'), ...row({ kind: 1, used: 1, free: 9 }) },
      { name: text('image'), ...row({ kind: 12, used: 9, free: 1 }) },
    ],
    { memory_used: 45, memory_total: 120 },
  ],
  [
    'the percentage of a size in bytes, else in MiB if that is at its limit',
    'memoryOfPercent',
    [
      row({ percent: 50, bytes: 1_000, mebibytes: 7 }),
      row({ percent: 25, bytes: 2 ** 31 - 1, mebibytes: 4 }),
      row({ percent: 10, bytes: 0, kibibytes: 10 }),
    ],
    { memory_used: 500 + 2 ** 20 + 1_024, memory_total: 1_000 + 2 ** 22 + 10_240 },
  ],
  [
    'the percentage of a size of 64 bits before one at its limit, and of that if nothing else is known',
    'memoryOfPercent',
    [
      { wideBytes: { type: 'counter64', value: 2n ** 33n }, ...row({ percent: 50, bytes: 2 ** 32 - 1 }) },
      row({ percent: 0, bytes: 2 ** 32 - 1 }),
    ],
    { memory_used: 2 ** 32, memory_total: 2 ** 33 + 2 ** 32 - 1 },
  ],
  ['nothing of a percentage without a size', 'memoryOfPercent', [row({ percent: 50 })], {}],
  [
    'the share of a device that never states its size',
    'memoryOfShare',
    [row({ percent: 37 })],
    { memory_used: 37, memory_total: 100 },
  ],
  ['nothing of a share above all', 'memoryOfShare', [row({ percent: 255 })], {}],
  [
    'memory without buffers and cache',
    'memoryOfLinux',
    [row({ total: 1_000, free: 200, buffers: 100, cached: 300 })],
    { memory_used: 400 * 1_024, memory_total: 1_000 * 1_024 },
  ],
  [
    'memory that is left for applications, where the agent knows it',
    'memoryOfLinux',
    [row({ total: 1_000, free: 200, buffers: 100, cached: 300, available: 700 })],
    { memory_used: 300 * 1_024, memory_total: 1_000 * 1_024 },
  ],
  [
    'memory in use where the agent leaves out buffers and cache by itself',
    'memoryOfLinux',
    [{ total: text('1000'), used: text('350'), free: text('200') }],
    { memory_used: 350 * 1_024, memory_total: 1_000 * 1_024 },
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
    'the memory of several boards',
    'memoryOfStorage',
    [storage('Slot-1 Memory', 10, 5), storage('Slot-2 Memory', 10, 1)],
    { memory_used: 6, memory_total: 20 },
  ],
  [
    'physical memory once, without the rows of its buffers and cache (Net-SNMP)',
    'memoryOfStorage',
    [
      storage('Physical memory', 100, 60),
      storage('Real memory', 100, 60),
      storage('Memory buffers', 100, 10, other),
      storage('Cached memory', 20, 20, other),
      storage('Shared memory', 5, 5, other),
    ],
    { memory_used: 30, memory_total: 100 },
  ],
  [
    'memory that is left for applications (Net-SNMP 5.9)',
    'memoryOfStorage',
    [
      storage('Physical memory', 100, 60),
      storage('Memory buffers', 100, 10, other),
      storage('Cached memory', 20, 20, other),
      storage('Available memory', 75, 0, other),
    ],
    { memory_used: 25, memory_total: 100 },
  ],
  [
    'memory without buffers and cache of the same type (EOS)',
    'memoryOfStorage',
    [storage('RAM', 100, 90), storage('RAM (Buffers)', 100, 10), storage('RAM (Cache)', 100, 30)],
    { memory_used: 50, memory_total: 100 },
  ],
  [
    'memory that is not available (EOS)',
    'memoryOfStorage',
    [
      storage('RAM', 100, 90),
      storage('RAM (Buffers)', 100, 10),
      storage('RAM (Cache)', 100, 30),
      storage('RAM (Unavailable)', 100, 22),
    ],
    { memory_used: 22, memory_total: 100 },
  ],
  [
    'memory whose use does not contain the cache',
    'memoryOfStorage',
    [storage('Physical memory', 100, 20), storage('Cached memory', 50, 50, other)],
    { memory_used: 20, memory_total: 100 },
  ],
  [
    'memory besides packet buffers',
    'memoryOfStorage',
    [storage('Management Memory', 100, 20), storage('Hardware Packet Buffers', 50, 10, other)],
    { memory_used: 20, memory_total: 100 },
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
