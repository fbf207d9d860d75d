import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { planOf } from '#ingest/snmp/catalogue/polling-plan.ts';
import { newMemory, type DeviceMemory } from '#ingest/snmp/device/device-memory.ts';
import { openAgent } from '#ingest/snmp/agent/open-agent.ts';
import { pollDevice } from '#ingest/snmp/poll-device.ts';
import type { Cell } from '#ingest/snmp/cell.ts';
import { sampleRowsOf } from '#tests/fixtures/snmp/sample-rows-of.ts';
import type { PollFault, PollResult } from '#ingest/snmp/poll.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { AgentValue } from '#demo/snmp/agent-value.ts';
import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import { builtInPolling } from '#schemas/polling/poller.ts';
import { kpiOfId } from '#schemas/kpi/library.ts';
import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import { edgeDevice, edgePort } from '#tests/fixtures/snmp/edge-device.ts';
import { anInventory, sampleCodec } from '#tests/fixtures/engine/engine-network.ts';
import { run } from '#tests/fixtures/engine/engine-run.ts';
import { COMMUNITY, honest, portTable, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';

const plan = planOf(builtInPolling);

const CISCO = '1.3.6.1.4.1.9.9';
const RTTMON = `${CISCO}.42.1`;
const CBQOS = `${CISCO}.166.1`;

const gauge = (value: number): AgentValue => ({ type: 'gauge32', value });
const integer = (value: number): AgentValue => ({ type: 'integer', value });
const text = (value: string): AgentValue => ({ type: 'octets', value });
const counter64 = (value: number): AgentValue => ({ type: 'counter64', value });

/** A router with two ports, two processors, two pools, three probes, and a policy out of its second port. */
function router(ticks: number, policy: number): Map<string, AgentValue> {
  const table = new Map(portTable(['Gi0/0', 'Gi0/1'], ticks));
  const set = (oid: string, value: AgentValue): void => void table.set(oid, value);
  for (const [cpu, load] of [20, 40].entries()) set(`${CISCO}.109.1.1.1.1.8.${String(cpu + 1)}`, gauge(load));
  for (const [pool, used] of [1_000, 500].entries()) {
    set(`${CISCO}.48.1.1.1.5.${String(pool + 1)}`, gauge(used));
    set(`${CISCO}.48.1.1.1.6.${String(pool + 1)}`, gauge(used * 3));
  }
  for (const [at, [kind, sense, time]] of (
    [
      [1, 1, 12],
      [1, 4, 0],
      [9, 1, 0],
    ] as const
  ).entries()) {
    const probe = String(10 * (at + 1));
    set(`${RTTMON}.2.1.1.4.${probe}`, integer(kind));
    set(`${RTTMON}.2.2.1.37.${probe}`, integer(1));
    set(`${RTTMON}.2.9.1.10.${probe}`, integer(6));
    set(`${RTTMON}.2.10.1.1.${probe}`, gauge(time));
    set(`${RTTMON}.2.10.1.2.${probe}`, integer(sense));
  }
  set(`${RTTMON}.5.2.1.1.30`, gauge(10));
  set(`${RTTMON}.5.2.1.2.30`, gauge(300));
  const index = String(policy);
  set(`${CBQOS}.1.1.1.3.${index}`, integer(2));
  set(`${CBQOS}.1.1.1.4.${index}`, gauge(2));
  const objects = [
    [100, 500, 1, 0],
    [101, 501, 2, 100],
    [102, 502, 2, 100],
    [103, 510, 1, 102],
    [104, 511, 2, 103],
  ] as const;
  for (const [object, config, kind, parent] of objects) {
    const row = `${index}.${String(object)}`;
    set(`${CBQOS}.5.1.1.2.${row}`, gauge(config));
    set(`${CBQOS}.5.1.1.3.${row}`, integer(kind));
    set(`${CBQOS}.5.1.1.4.${row}`, gauge(parent));
    if (kind === 2)
      for (const [stat, value] of [
        [3, 7],
        [6, 700],
        [10, 600],
        [14, 1],
      ] as const)
        set(`${CBQOS}.15.1.1.${String(stat)}.${row}`, counter64(value * object));
  }
  set(`${CBQOS}.6.1.1.1.500`, text('WAN'));
  set(`${CBQOS}.6.1.1.1.510`, text('CHILD'));
  for (const [config, name] of [
    [501, 'VOICE'],
    [502, 'REST'],
    [511, 'WEB'],
  ] as const)
    set(`${CBQOS}.7.1.1.1.${String(config)}`, text(name));
  return table;
}

const device = edgeDevice(10, 11);

let agent: Awaited<ReturnType<typeof startUdpAgent>>;
let memory: DeviceMemory;
let faults: PollFault[];
let requests: number;
beforeAll(async () => {
  agent = await startUdpAgent(() => undefined);
});
afterAll(() => {
  agent.close();
});
beforeEach(() => {
  memory = newMemory();
  faults = [];
});

async function poll(
  table: ReadonlyMap<string, AgentValue>,
  components: readonly ComponentEntry[] = [],
  requested = plan,
): Promise<PollResult> {
  const response = honest(table);
  requests = 0;
  agent.behaviour.response = ({ datagram, reply }) => {
    requests += 1;
    reply(response(datagram)!);
  };
  const access = { version: 'v2c', port: agent.port, community: COMMUNITY } as const;
  const open = (await openAgent({ address: '127.0.0.1', access }, { timeoutMs: 3_000, retries: 0 }, memory))!;
  try {
    return await pollDevice({
      components,
      plan: requested,
      agent: open,
      device,
      interfaces: [edgePort(10, 'Gi0/0'), edgePort(11, 'Gi0/1')],
      memory,
      clock: systemClock,
      deadlineMs: systemClock.elapsed() + 5_000,
      count: (fault) => void faults.push(fault),
    });
  } finally {
    open.close();
  }
}

/** As if every response had been read then. */
function dated(result: PollResult, atMs: number): PollResult {
  const at = (cells: readonly Cell[]): readonly Cell[] =>
    cells.map((cell) => ({ ...cell, read: { ticks: cell.read?.ticks, atMs } }));
  return {
    ...result,
    atMs,
    own: at(result.own),
    interfaces: result.interfaces.map((one) => ({ ...one, cells: at(one.cells) })),
    components: result.components.map((one) => ({ ...one, cells: at(one.cells) })),
  };
}

const valueOf = (result: PollResult, element: number, key: CounterKey) =>
  sampleRowsOf(device, result, memory.uptime).find(
    (row) => row.element === element && row.counter === counters[key].id,
  );

it('processors, memory and probes of a router are polled', async () => {
  const result = await poll(router(100_000, 18));
  const own = (key: CounterKey): unknown => valueOf(result, 3, key)?.value;
  expect(own('cpu')).toBe(3_000n);
  expect([own('memory_used'), own('memory_total')]).toEqual([1_500n, 6_000n]);
  // 12 ms of the first, 300 ms over 10 packets of the third; the second one timed out.
  expect([own('sla_probes'), own('sla_ok'), own('sla_rtt')]).toEqual([3n, 2n, 42_000n]);
  expect(own('disk_total')).toBeUndefined();
  expect(faults).toEqual([]);
});

it('a policy is counted by its outermost classes on its output interface', async () => {
  const result = await poll(router(100_000, 18));
  expect(valueOf(result, 11, 'qos_offered_octets')?.value).toBe(700n * 203n);
  expect(valueOf(result, 11, 'qos_sent_octets')?.value).toBe(600n * 203n);
  expect(valueOf(result, 11, 'qos_offered_packets')?.value).toBe(7n * 203n);
  expect(valueOf(result, 11, 'qos_dropped_packets')?.value).toBe(203n);
  expect(valueOf(result, 10, 'qos_offered_octets')).toBeUndefined();
});

it('a policy with other indexes after a restart is learned again with a new epoch', async () => {
  const before = valueOf(await poll(router(100_000, 18)), 11, 'qos_offered_octets')!;
  const same = valueOf(await poll(router(100_100, 18)), 11, 'qos_offered_octets')!;
  expect(same.discontinuity).toBe(before.discontinuity);
  const after = valueOf(await poll(router(50, 34)), 11, 'qos_offered_octets')!;
  expect(after.value).toBe(before.value);
  expect(after.discontinuity).not.toBe(before.discontinuity);
});

it('the catalogue of a device is learned every hour, not in every poll', async () => {
  const table = router(100_000, 18);
  await poll(table);
  const first = requests;
  const counts: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    await poll(table);
    counts.push(requests);
  }
  expect(new Set(counts.slice(0, 11)).size).toBe(1);
  expect(counts[0]).toBeLessThanOrEqual(5);
  expect(counts[11]).toBeGreaterThan(10);
  expect(counts[11]).toBeLessThanOrEqual(first);
});

const component = (id: number, kind: ComponentEntry['kind'], key: string): ComponentEntry => ({
  customer: 1,
  site: 2,
  active: true,
  id,
  name: key,
  device: 3,
  kind,
  scope: kind === 'probe' ? 'ipsla' : 'snmp',
  key,
  fields: {},
});
const components = [
  component(20, 'class', 'Gi0/1 / out / WAN / VOICE'),
  component(21, 'class', 'Gi0/1 / out / WAN / REST / CHILD / WEB'),
  component(30, 'probe', '10'),
  component(31, 'probe', '20'),
  component(32, 'probe', '30'),
  component(33, 'probe', '40'),
  component(34, 'probe', '50'),
  component(40, 'tunnel', 'Tunnel7'),
  component(41, 'class', 'Gi0/1 / out / WAN / GONE'),
];

/** An inventory of the router alone, without its interfaces. */
const inventoryOfRouter = () => ({
  ...anInventory(1, 1),
  devices: new Map([
    [
      3,
      {
        ...device,
        snmp: { version: 'v2c' as const, sealed: { version: 'v2c' as const, port: 161, community: '' } },
      },
    ],
  ]),
  interfaces: new Map(),
  components: new Map(components.map((one) => [one.id, one])),
});

/** The router with a queue, a jitter probe with more values, and a tunnel that is not an inventory interface. */
function measuredRouter(ticks: number, policy: number, factor: number): Map<string, AgentValue> {
  const table = router(ticks, policy);
  const set = (oid: string, value: AgentValue): void => void table.set(oid, value);
  const queue = `${String(policy)}.120`;
  set(`${CBQOS}.5.1.1.2.${queue}`, gauge(520));
  set(`${CBQOS}.5.1.1.3.${queue}`, integer(4));
  set(`${CBQOS}.5.1.1.4.${queue}`, gauge(101));
  set(`${CBQOS}.9.1.1.1.520`, gauge(10));
  set(`${CBQOS}.9.1.1.2.520`, integer(2));
  set(`${CBQOS}.18.1.1.1.${queue}`, gauge(5));
  for (const [object, column, value] of [
    [101, 3, 1_000],
    [101, 6, 3_000_000],
    [101, 10, 2_850_000],
    [101, 14, 50],
    [101, 17, 150_000],
    [104, 6, 6_000],
  ] as const)
    set(`${CBQOS}.15.1.1.${String(column)}.${String(policy)}.${String(object)}`, counter64(value * factor));
  const jitter = { 26: 3, 27: 5, 29: 2, 42: 410, 46: 4 };
  for (const [column, value] of Object.entries(jitter)) set(`${RTTMON}.5.2.1.${column}.30`, gauge(value));
  for (const [number, hop, ms] of [
    ['40', '\n\u0001\u0002\u0003', 12],
    ['50', '\n\u0001\u0002\u0001', 3],
  ] as const) {
    set(`${RTTMON}.2.1.1.4.${number}`, integer(2));
    set(`${RTTMON}.2.2.1.2.${number}`, text('\n\u0001\u0002\u0003'));
    set(`${RTTMON}.2.2.1.37.${number}`, integer(1));
    set(`${RTTMON}.2.9.1.6.${number}`, integer(2));
    set(`${RTTMON}.2.9.1.10.${number}`, integer(6));
    set(`${RTTMON}.2.10.1.1.${number}`, gauge(ms));
    set(`${RTTMON}.2.10.1.2.${number}`, integer(1));
    set(`${RTTMON}.2.10.1.6.${number}`, text(hop));
  }
  set('1.3.6.1.2.1.31.1.1.1.1.77', text('Tunnel7'));
  set('1.3.6.1.2.1.2.2.1.8.77', integer(factor === 1 ? 1 : 2));
  return table;
}

it('classes, probes and tunnels of the inventory are measured individually with their own KPIs', async () => {
  const WINDOW_MS = 300_000;
  const startMs = Date.UTC(2025, 0, 1);
  const polls = [
    await poll(measuredRouter(100_000, 18, 1), components),
    await poll(measuredRouter(130_000, 18, 2), components),
  ];
  expect(faults).toEqual([]);
  const rows = polls.flatMap((result, at) =>
    sampleRowsOf(device, dated(result, startMs + at * (WINDOW_MS - 1)), {
      ...memory.uptime!,
      ticks: 100_000 + at * 30_000,
    }),
  );
  // Nothing of them is counted on the interface or the device once more.
  const counted = new Set(rows.map(({ element, counter }) => `${String(element)} ${String(counter)}`));
  expect(counted.has(`11 ${String(counters.qos_offered_octets.id)}`)).toBe(false);
  expect(counted.has(`3 ${String(counters.sla_probes.id)}`)).toBe(false);
  const log = run({
    setting: {
      windowSeconds: 300,
      allowedLatenessMs: 60_000,
      alarms: [],
      inventory: inventoryOfRouter(),
    },
    messages: [sampleCodec.encode(rows)],
    end: startMs + 3 * WINDOW_MS,
  });
  const of = (element: number): Record<string, number> =>
    Object.fromEntries(
      log.measures
        .filter((row) => row.element === element && row.at === startMs / 1_000)
        .map(({ kpi, value }) => [kpiOfId(kpi)!, value]),
    );
  // 3 MB in 300 s; a tenth of 10 Gbit/s is its share.
  expect(of(20)).toEqual({
    cos_in_bps: 80_000,
    cos_out_bps: 76_000,
    cos_util: expect.closeTo(0.0076, 12) as number,
    cos_drop: 5,
    cos_drop_bytes: 150_000,
    cos_qdepth: 5,
  });
  expect(of(21)).toMatchObject({ cos_in_bps: 160 });
  expect(of(30)).toMatchObject({ sla_rtt: 12, sla_loss: 0, sla_avail: 100 });
  expect(of(31)).toEqual({ sla_loss: 100, sla_avail: 0 });
  // 300 ms over 10 answers; 10 of 20 packets lost; the score is the device's own.
  expect(of(32)).toEqual({ sla_rtt: 30, sla_jitter: 4, sla_loss: 50, sla_mos: 4.1, sla_avail: 100 });
  // A path that reached its target, and one at an earlier hop.
  expect(of(33)).toMatchObject({ sla_rtt: 12, sla_loss: 0, sla_avail: 100 });
  expect(of(34)).toEqual({});
  expect(of(40)).toEqual({ tun_avail: 0 });
  expect(of(41)).toEqual({});
  expect(log.measures.filter(({ element }) => element === 20).every(({ site }) => site === 2)).toBe(true);
});

it('a class with another index after a restart is learned again with a new epoch', async () => {
  const discontinuity = (result: PollResult) => valueOf(result, 20, 'class_offered_octets')!.discontinuity;
  const before = discontinuity(await poll(measuredRouter(100_000, 18, 1), components));
  expect(discontinuity(await poll(measuredRouter(100_100, 18, 1), components))).toBe(before);
  expect(discontinuity(await poll(measuredRouter(50, 34, 1), components))).not.toBe(before);
});

const STATS = `${RTTMON}.3`;

/** rttMonStats of an hour: of probe 10 two parts of the distribution and its failures, of probe 30 the packets. */
function hour(
  table: Map<string, AgentValue>,
  start: number,
  {
    parts,
    timeouts,
    jitter,
  }: { parts: readonly (readonly [done: number, ms: number])[]; timeouts: number; jitter: number },
): void {
  const set = (oid: string, value: number): void => void table.set(`${STATS}.${oid}`, gauge(value));
  for (const [part, [done, ms]] of parts.entries()) {
    set(`1.1.5.10.${String(start)}.1.1.${String(part + 1)}`, done);
    set(`1.1.7.10.${String(start)}.1.1.${String(part + 1)}`, ms);
  }
  for (const column of [1, 4, 5, 7]) set(`2.1.${String(column)}.10.${String(start)}.1.1`, 0);
  set(`2.1.2.10.${String(start)}.1.1`, timeouts);
  // Operations out of sequence, and those that were never begun, are no operations.
  for (const column of [3, 6]) set(`2.1.${String(column)}.10.${String(start)}.1.1`, 99 * jitter);
  const row = {
    2: 1,
    4: 8,
    5: 160,
    12: 2,
    13: 6,
    30: 2,
    31: 2,
    34: 1,
    35: 0,
    36: 1,
    37: 1,
    38: 1,
    41: 56,
    46: 40,
    51: 8,
  };
  for (const [column, value] of Object.entries(row)) set(`5.1.${column}.30.${String(start)}`, value * jitter);
}

/** The router at a time of its clock, with these hours. */
function countingRouter(ticks: number, ...hours: readonly (readonly [number, Parameters<typeof hour>[2]])[]) {
  const table = measuredRouter(ticks, 18, 1);
  for (const [start, sums] of hours) hour(table, start, sums);
  return table;
}

const cellsOfProbe = (result: PollResult, id: number): Record<string, number> => {
  const keys = new Map(Object.entries(counters).map(([key, one]) => [one.id, key]));
  const cells = result.components.find(({ componentId }) => componentId === id)?.cells ?? [];
  return Object.fromEntries(cells.map(({ counter, value }) => [keys.get(counter)!, Number(value)]));
};

it('hourly statistics of a probe count every operation between two polls exactly once', async () => {
  const first = 90_000;
  const next = first + 360_000;
  const begin = await poll(
    countingRouter(400_000, [
      first,
      {
        parts: [
          [10, 120],
          [5, 150],
        ],
        timeouts: 2,
        jitter: 3,
      },
    ]),
    components,
  );
  // New operations cannot be identified yet: the latest one counts.
  expect(cellsOfProbe(begin, 30)).toMatchObject({
    probe_operations: 1,
    probe_rtt: 12_000,
    probe_rtt_count: 1,
  });
  const same = await poll(
    countingRouter(430_000, [
      first,
      {
        parts: [
          [13, 150],
          [7, 230],
        ],
        timeouts: 3,
        jitter: 5,
      },
    ]),
    components,
  );
  expect(cellsOfProbe(same, 30)).toEqual({
    probe_operations: 6,
    probe_ok: 5,
    probe_rtt: 110_000,
    probe_rtt_count: 5,
    probe_lost: 1,
  });
  // Two operations of eight answers each; the score is that of the latest one.
  expect(cellsOfProbe(same, 32)).toEqual({
    probe_operations: 2,
    probe_ok: 2,
    probe_rtt_count: 16,
    probe_rtt: 320_000,
    probe_lost: 4,
    probe_lost_out: 2,
    probe_lost_back: 0,
    probe_late: 2,
    probe_disordered: 2,
    probe_jitter: 2_000,
    probe_delay_out: 7_000,
    probe_delay_back: 5_000,
    probe_mos: 410,
  });
  // The second probe has no statistics.
  expect(cellsOfProbe(same, 31)).toEqual({
    probe_operations: 1,
    probe_ok: 0,
    probe_rtt: 0,
    probe_rtt_count: 0,
    probe_lost: 1,
  });
  const ended = [
    first,
    {
      parts: [
        [14, 160],
        [7, 230],
      ],
      timeouts: 3,
      jitter: 5,
    },
  ] as const;
  const begun = [
    next,
    {
      parts: [
        [2, 20],
        [0, 0],
      ],
      timeouts: 0,
      jitter: 1,
    },
  ] as const;
  const other = await poll(countingRouter(460_000, ended, begun), components);
  expect(cellsOfProbe(other, 30)).toMatchObject({ probe_operations: 3, probe_ok: 3, probe_rtt: 30_000 });
  expect(cellsOfProbe(other, 32)).toMatchObject({ probe_operations: 1, probe_rtt_count: 8 });
  const quiet = await poll(countingRouter(463_000, ended, begun), components);
  expect(cellsOfProbe(quiet, 30)).toEqual({});
  const restarted = await poll(
    countingRouter(900, [50, { parts: [[1, 9]], timeouts: 0, jitter: 1 }]),
    components,
  );
  expect(cellsOfProbe(restarted, 30)).toMatchObject({ probe_operations: 1, probe_rtt: 12_000 });
  expect(faults).toEqual([]);

  const rows = sampleRowsOf(device, dated(same, Date.UTC(2025, 0, 1) + 1_000), {
    ...memory.uptime!,
    ticks: 430_000,
  });
  const log = run({
    setting: {
      windowSeconds: 300,
      allowedLatenessMs: 60_000,
      alarms: [],
      inventory: inventoryOfRouter(),
    },
    messages: [sampleCodec.encode(rows)],
    end: Date.UTC(2025, 0, 1) + 900_000,
  });
  const kpisOf = (element: number) =>
    Object.fromEntries(
      log.measures.filter((row) => row.element === element).map(({ kpi, value }) => [kpiOfId(kpi)!, value]),
    );
  expect(kpisOf(30)).toMatchObject({
    sla_rtt: 22,
    sla_loss: expect.closeTo(100 / 6, 9) as number,
    sla_avail: expect.closeTo(500 / 6, 9) as number,
  });
  expect(kpisOf(32)).toEqual({ sla_rtt: 20, sla_jitter: 2, sla_loss: 20, sla_mos: 4.1, sla_avail: 100 });
});

it('deactivated hourly statistics are not requested', async () => {
  const hours = (done: number) => [90_000, { parts: [[done, done * 10]], timeouts: 0, jitter: 1 }] as const;
  const off = planOf({ ...builtInPolling, deactivated: ['ip-sla-statistics'] });
  for (const done of [10, 13]) {
    const result = await poll(countingRouter(400_000 + done, hours(done)), components, off);
    expect(cellsOfProbe(result, 30)).toMatchObject({ probe_operations: 1, probe_rtt: 12_000 });
  }
});
