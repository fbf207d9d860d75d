import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentValue } from '#demo/snmp/agent-value.ts';
import { readRequest } from '#demo/snmp/snmp-message.ts';
import { openAgent } from '#ingest/snmp/agent/open-agent.ts';
import { planOf } from '#ingest/snmp/catalogue/polling-plan.ts';
import { newMemory } from '#ingest/snmp/device/device-memory.ts';
import { pollDevice } from '#ingest/snmp/poll-device.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import { builtInPolling } from '#schemas/polling/poller.ts';
import { edgeDevice } from '#tests/fixtures/snmp/edge-device.ts';
import { COMMUNITY, honest, oidOf, startUdpAgent, textOf } from '#tests/fixtures/snmp/snmp-udp-agent.ts';

const MIB = 2 ** 20;
const ENTERPRISES = '1.3.6.1.4.1';

const integer = (value: number): AgentValue => ({ type: 'integer', value });
const gauge = (value: number): AgentValue => ({ type: 'gauge32', value });
const wide = (value: number): AgentValue => ({ type: 'counter64', value });
const text = (value: string): AgentValue => ({ type: 'octets', value });
const type = (arc: number): AgentValue => ({
  type: 'oid',
  value: oidOf(`1.3.6.1.2.1.25.2.1.${String(arc)}`),
});

/** Columns of a table by their arc, each with values by index. */
type Columns = Readonly<Record<string, Readonly<Record<string, AgentValue>>>>;
const table = (entry: string, columns: Columns): readonly (readonly [string, AgentValue])[] =>
  Object.entries(columns).flatMap(([arc, rows]) =>
    Object.entries(rows).map(([index, value]) => [`${entry}.${arc}.${index}`, value] as const),
  );

/** One value for each index. */
const list = (indexes: readonly string[], values: readonly AgentValue[]) =>
  Object.fromEntries(indexes.map((index, at) => [index, values[at]!]));

const HOST = '1.3.6.1.2.1.25';
type StorageRow = readonly [index: string, arc: number, name: string, size: number, used: number];
const storage = (rows: readonly StorageRow[]) =>
  table(`${HOST}.2.3.1`, {
    2: Object.fromEntries(rows.map(([index, arc]) => [index, type(arc)])),
    3: Object.fromEntries(rows.map(([index, , name]) => [index, text(name)])),
    4: Object.fromEntries(rows.map(([index]) => [index, integer(1_024)])),
    5: Object.fromEntries(rows.map(([index, , , size]) => [index, integer(size)])),
    6: Object.fromEntries(rows.map(([index, , , , used]) => [index, integer(used)])),
  });
const hostLoads = (...loads: readonly number[]) =>
  loads.flatMap((load, at) => [
    [`${HOST}.3.3.1.1.${String(at + 1)}`, { type: 'oid', value: [0, 0] }] as const,
    [`${HOST}.3.3.1.2.${String(at + 1)}`, integer(load)] as const,
  ]);

/** Parts of a device in ENTITY-MIB: a chassis, a slot, a board with processor and memory, two ports. */
const parts = ['1', '2', '9', '20', '21'];
const onBoard = (value: AgentValue) => list(parts, [integer(0), integer(0), value, integer(0), integer(0)]);

const CISCO = `${ENTERPRISES}.9.9`;
const pools = (entity: string, names: readonly string[]): readonly string[] =>
  names.map((_, at) => `${entity}.${String(at + 1)}`);
const asaPools = ['System memory', 'MEMPOOL_MSGLYR', 'MEMPOOL_DMA', 'MEMPOOL_GLOBAL_SHARED'];
const asaRows = pools('1', asaPools);

interface Health {
  readonly cpu?: bigint;
  readonly used?: bigint;
  readonly total?: bigint;
}

const devices: readonly (readonly [
  name: string,
  objectId: string,
  objects: readonly (readonly [string, AgentValue])[],
  Health,
])[] = [
  [
    'an Arista switch: RAM without its buffers and cache, which have the type of memory as well',
    '30065.1.3011',
    [
      // The first row is the mean of the others.
      ...hostLoads(12, 8, 16),
      ...storage([
        ['1', 2, 'RAM', 4_000_000, 3_600_000],
        ['2', 2, 'RAM (Buffers)', 4_000_000, 200_000],
        ['3', 2, 'RAM (Cache)', 4_000_000, 1_400_000],
        ['4', 9, 'Flash', 900_000, 120_000],
      ]),
    ],
    { cpu: 1_200n, used: 2_000_000n * 1_024n, total: 4_000_000n * 1_024n },
  ],
  [
    'a vEdge, whose MIB has texts only',
    '41916.3.2.4',
    table(`${ENTERPRISES}.41916.11.1`, {
      16: { 0: text('81.50') },
      17: { 0: text('3848236') },
      18: { 0: text('1200000') },
      19: { 0: text('1848236') },
      20: { 0: text('100000') },
      21: { 0: text('700000') },
    }),
    { cpu: 1_850n, used: 1_200_000n * 1_024n, total: 3_848_236n * 1_024n },
  ],
  [
    'a Huawei router: its boards, not its ports',
    '2011.2.224.62',
    table(`${ENTERPRISES}.2011.5.25.31.1.1.1.1`, {
      5: onBoard(integer(0)),
      7: onBoard(integer(61)),
      9: onBoard(integer(200_000_000)),
      19: onBoard(integer(420)),
    }),
    { cpu: 0n, used: 122_000_000n, total: 200_000_000n },
  ],
  [
    'a Huawei chassis with more memory than its size in bytes can say',
    '2011.2.62.2.3',
    table(`${ENTERPRISES}.2011.5.25.31.1.1.1.1`, {
      5: onBoard(integer(30)),
      7: onBoard(integer(50)),
      9: onBoard(integer(2 ** 31 - 1)),
      19: onBoard(integer(8_192)),
    }),
    { cpu: 3_000n, used: BigInt(4_096 * MIB), total: BigInt(8_192 * MIB) },
  ],
  [
    'a Comware switch stack: two boards',
    '25506.11.1.88',
    table(`${ENTERPRISES}.25506.2.6.1.1.1.1`, {
      6: list(['30', '36', '40'], [integer(10), integer(20), integer(0)]),
      8: list(['30', '36', '40'], [integer(50), integer(25), integer(0)]),
      10: list(['30', '36', '40'], [gauge(1_000_000_000), gauge(2 ** 32 - 1), gauge(0)]),
      32: list(['36'], [wide(8_000_000_000)]),
    }),
    { cpu: 1_500n, used: 2_500_000_000n, total: 9_000_000_000n },
  ],
  [
    'an HP switch with Comware',
    '11.2.3.7.11.155',
    table(`${ENTERPRISES}.11.2.14.11.15.2.6.1.1.1.1`, {
      6: onBoard(integer(7)),
      8: onBoard(integer(40)),
      10: onBoard(gauge(500_000_000)),
    }),
    { cpu: 700n, used: 200_000_000n, total: 500_000_000n },
  ],
  [
    'an ASA: its system memory, which contains the other pools',
    '9.1.2404',
    [
      ...table(`${CISCO}.109.1.1.1.1`, { 8: { 1: gauge(22) } }),
      ...table(`${CISCO}.221.1.1.1.1`, {
        2: list(asaRows, [integer(2), integer(2), integer(2), integer(2)]),
        3: list(asaRows, asaPools.map(text)),
        18: list(asaRows, [wide(2_000_000_000), wide(300_000), wide(400_000_000), wide(500_000_000)]),
        20: list(asaRows, [wide(6_000_000_000), wide(3_000_000), wide(700_000_000), wide(100_000_000)]),
      }),
    ],
    { cpu: 2_200n, used: 2_000_000_000n, total: 8_000_000_000n },
  ],
  [
    'an older ASA',
    '9.1.745',
    [
      ...table(`${CISCO}.109.1.1.1.1`, { 8: { 1: gauge(5) } }),
      ...table(`${CISCO}.48.1.1.1`, {
        2: list(['1', '6', '7'], ['System memory', 'MEMPOOL_DMA', 'MEMPOOL_GLOBAL_SHARED'].map(text)),
        5: list(['1', '6', '7'], [gauge(300_000_000), gauge(40_000_000), gauge(90_000_000)]),
        6: list(['1', '6', '7'], [gauge(700_000_000), gauge(10_000_000), gauge(20_000_000)]),
      }),
    ],
    { cpu: 500n, used: 300_000_000n, total: 1_000_000_000n },
  ],
  [
    'an IOS XE router: processor and I/O pools, not the buffers that are always full',
    '9.1.2093',
    [
      ...table(`${CISCO}.109.1.1.1.1`, { 8: { 7: gauge(14) } }),
      ...table(`${CISCO}.48.1.1.1`, {
        2: list(['1', '2', '21'], ['Processor', 'I/O', 'lsmpi_io'].map(text)),
        5: list(['1', '2', '21'], [gauge(250_000_000), gauge(50_000_000), gauge(6_294_304)]),
        6: list(['1', '2', '21'], [gauge(1_250_000_000), gauge(50_000_000), gauge(824)]),
      }),
    ],
    { cpu: 1_400n, used: 300_000_000n, total: 1_600_000_000n },
  ],
  [
    'an NX-OS switch, which has no pools',
    '9.12.3.1.3.1812',
    table(`${CISCO}.109.1.1.1.1`, {
      8: { 1: gauge(9) },
      12: { 1: gauge(6_000_000) },
      13: { 1: gauge(10_000_000) },
    }),
    { cpu: 900n, used: 6_000_000n * 1_024n, total: 16_000_000n * 1_024n },
  ],
  [
    'a Junos router: the active one of two routing engines',
    '2636.1.1.1.2.29',
    table(`${ENTERPRISES}.2636.3.1.13.1`, {
      6: list(['7.1.0.0', '9.1.0.0', '9.2.0.0'], [integer(2), integer(2), integer(7)]),
      8: list(['7.1.0.0', '9.1.0.0', '9.2.0.0'], [gauge(80), gauge(26), gauge(2)]),
      10: list(['7.1.0.0', '9.1.0.0', '9.2.0.0'], [integer(0), integer(0), integer(0)]),
      11: list(['7.1.0.0', '9.1.0.0', '9.2.0.0'], [gauge(9), gauge(25), gauge(10)]),
      15: list(['7.1.0.0', '9.1.0.0', '9.2.0.0'], [integer(2_048), integer(16_384), integer(16_384)]),
    }),
    { cpu: 2_600n, used: BigInt(4_096 * MIB), total: BigInt(16_384 * MIB) },
  ],
  [
    'a FortiGate',
    '12356.101.1.644',
    table(`${ENTERPRISES}.12356.101.4.1`, {
      3: { 0: gauge(11) },
      4: { 0: gauge(33) },
      5: { 0: gauge(2_000_000) },
    }),
    { cpu: 1_100n, used: 660_000n * 1_024n, total: 2_000_000n * 1_024n },
  ],
  [
    'a PAN-OS firewall: management memory, management and data plane processors',
    '25461.2.3.30',
    [
      ...hostLoads(6, 30),
      ...storage([
        ['1010', 1, 'Slot-1 Data Processor-0 Packet Descriptors', 331_024, 392],
        ['1011', 1, 'Slot-1 Data Processor-0 Hardware Packet Buffers', 328_976, 384],
        ['1020', 2, 'Slot-1 Management Memory', 6_000_000, 2_700_000],
        ['1030', 3, 'Slot-1 Management Swap', 4_000_000, 3_000_000],
        ['1041', 4, 'Slot-1 Management Log Partition', 5_000_000, 3_800_000],
      ]),
    ],
    { cpu: 1_800n, used: 2_700_000n * 1_024n, total: 6_000_000n * 1_024n },
  ],
  [
    'a Linux appliance without the memory of UCD-SNMP-MIB',
    '8072.3.2.10',
    [
      ...hostLoads(20, 60),
      ...storage([
        ['1', 2, 'Physical memory', 3_900_000, 1_700_000],
        ['3', 3, 'Virtual memory', 3_900_000, 1_700_000],
        ['6', 1, 'Memory buffers', 3_900_000, 100_000],
        ['7', 1, 'Cached memory', 250_000, 250_000],
        ['8', 1, 'Shared memory', 30_000, 30_000],
        ['31', 4, '/', 1_000_000, 400_000],
      ]),
    ],
    { cpu: 4_000n, used: 1_350_000n * 1_024n, total: 3_900_000n * 1_024n },
  ],
  [
    'a Linux appliance whose agent knows the memory left for applications',
    '8072.3.2.10',
    table(`${ENTERPRISES}.2021`, {
      '4.5': { 0: integer(8_000_000) },
      '4.6': { 0: integer(500_000) },
      '4.14': { 0: integer(100_000) },
      '4.15': { 0: integer(3_000_000) },
      '4.27': { 0: wide(5_000_000) },
      '11.11': { 0: integer(70) },
    }),
    { cpu: 3_000n, used: 3_000_000n * 1_024n, total: 8_000_000n * 1_024n },
  ],
  [
    'a switch of an OEM, with the objects of another vendor',
    '674.10895.3000',
    table(`${ENTERPRISES}.12356.101.4.1`, {
      3: { 0: gauge(1) },
      4: { 0: gauge(50) },
      5: { 0: gauge(1_000) },
    }),
    { cpu: 100n, used: 512_000n, total: 1_024_000n },
  ],
  ['a device without any of them', '2.6.1', [], {}],
];

let agent: Awaited<ReturnType<typeof startUdpAgent>>;
beforeAll(async () => {
  agent = await startUdpAgent(() => undefined);
});
afterAll(() => {
  agent.close();
});

const plan = planOf(builtInPolling);

/** Polls an agent with these objects and returns the requested OIDs too. */
async function poll(objectId: string, objects: readonly (readonly [string, AgentValue])[]) {
  const response = honest(
    new Map<string, AgentValue>([
      ['1.3.6.1.2.1.1.2.0', { type: 'oid', value: oidOf(`${ENTERPRISES}.${objectId}`) }],
      ['1.3.6.1.2.1.1.3.0', { type: 'timeTicks', value: 100_000 }],
      ...objects,
    ]),
  );
  const requested: string[] = [];
  agent.behaviour.response = ({ datagram, reply }) => {
    requested.push(...(readRequest(datagram)?.oids ?? []).map(textOf));
    reply(response(datagram)!);
  };
  const memory = newMemory();
  const access = { version: 'v2c', port: agent.port, community: COMMUNITY } as const;
  const open = (await openAgent({ address: '127.0.0.1', access }, { timeoutMs: 3_000, retries: 0 }, memory))!;
  const faults: string[] = [];
  try {
    const { own } = await pollDevice({
      plan,
      memory,
      agent: open,
      components: [],
      interfaces: [],
      device: edgeDevice(),
      clock: systemClock,
      deadlineMs: systemClock.elapsed() + 10_000,
      count: (fault) => void faults.push(fault),
    });
    return { own, faults, requested };
  } finally {
    open.close();
  }
}

describe('processor load and memory are correct for', () => {
  it.each(devices)('%s', async (_, objectId, objects, expected) => {
    const { own, faults } = await poll(objectId, objects);
    const of = (id: number): bigint | undefined => own.find(({ counter }) => counter === id)?.value;
    expect({
      cpu: of(counters.cpu.id),
      used: of(counters.memory_used.id),
      total: of(counters.memory_total.id),
    }).toEqual({ cpu: undefined, used: undefined, total: undefined, ...expected });
    expect(faults).toEqual([]);
  });
});

it('a device is not queried for the objects of other vendors while its own respond', async () => {
  const [, objectId, objects] = devices.find(([name]) => name === 'a FortiGate')!;
  const { requested } = await poll(objectId, objects);
  expect(requested.some((oid) => oid.startsWith(`${ENTERPRISES}.12356.101.4.1.`))).toBe(true);
  const others = ['9.9.109', '9.9.221', '2011.5.25.31', '25506', '41916'];
  expect(requested.filter((oid) => others.some((arc) => oid.startsWith(`${ENTERPRISES}.${arc}.`)))).toEqual(
    [],
  );
});
