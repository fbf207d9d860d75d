import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { planOf } from '#ingest/snmp/catalogue/polling-plan.ts';
import { newMemory, type DeviceMemory } from '#ingest/snmp/device/device-memory.ts';
import { openAgent } from '#ingest/snmp/agent/open-agent.ts';
import { pollDevice } from '#ingest/snmp/poll-device.ts';
import { sampleRowsOf } from '#tests/fixtures/snmp/sample-rows-of.ts';
import type { PollFault, PollResult } from '#ingest/snmp/poll.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { AgentValue } from '#demo/snmp/agent-value.ts';
import { builtInPolling } from '#schemas/polling/poller.ts';
import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import { kpiOfId } from '#schemas/kpi/library.ts';
import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import { edgeDevice } from '#tests/fixtures/snmp/edge-device.ts';
import { anAlarm, anInventory, sampleCodec } from '#tests/fixtures/engine/engine-network.ts';
import { run } from '#tests/fixtures/engine/engine-run.ts';
import { COMMUNITY, honest, portTable, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';

const plan = planOf(builtInPolling);
const ENTITY = '1.3.6.1.2.1.47.1.1.1.1';
const SENSOR = '1.3.6.1.2.1.99.1.1.1';
const CISCO = '1.3.6.1.4.1.9.9';
const FRU = `${CISCO}.117.1.1.2.1.2`;
const PEER = '1.3.6.1.2.1.15.3.1';
const PEER2 = `${CISCO}.187.1.2.5.1`;
const FORTIGATE = '1.3.6.1.4.1.12356.101.4';
const V6 = '2.16.32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.2';

type Table = Map<string, AgentValue>;
const integer = (value: number): AgentValue => ({ type: 'integer', value });
const text = (value: string): AgentValue => ({ type: 'octets', value });
const counter = (value: number): AgentValue => ({ type: 'counter32', value });

/** Columns of a row by arc: numbers are integers. */
function row(table: Table, entry: string, index: string, cells: Record<number, AgentValue | number>): void {
  for (const [arc, cell] of Object.entries(cells))
    table.set(`${entry}.${arc}.${index}`, typeof cell === 'number' ? integer(cell) : cell);
}

interface RouterState {
  readonly index?: number;
  readonly celsius?: number;
  readonly supply?: number;
  readonly established?: boolean;
  readonly transitions?: number;
  readonly updates?: number;
}

/** A router with an inlet sensor in tenths, a fan, a supply, an optic, and peers in both tables of BGP. */
function router(
  ticks: number,
  { index = 10, celsius = 34.5, supply = 2, established = true, transitions = 4, updates = 0 }: RouterState,
): Table {
  const table: Table = new Map(portTable(['Gi0/0'], ticks));
  const at = (offset: number): string => String(index + offset);
  const parts = [
    ['Inlet Temp', 8, 1],
    ['Fan 1', 7, 1],
    ['Fan 1 speed', 8, index + 1],
    ['Power Supply 0', 6, 1],
    ['Port 1 transceiver', 9, 1],
    ['Laser', 8, index + 4],
  ] as const;
  for (const [offset, [name, kind, parent]] of parts.entries())
    row(table, ENTITY, at(offset), { 2: text('part'), 4: parent, 5: kind, 7: text(name) });
  row(table, SENSOR, at(0), { 1: 8, 2: 9, 3: 1, 4: Math.round(celsius * 10), 5: 1 });
  row(table, SENSOR, at(2), { 1: 10, 2: 10, 3: 3, 4: 4_200, 5: 1 });
  row(table, SENSOR, at(5), { 1: 8, 2: 9, 3: 0, 4: 90, 5: 1 });
  table.set(`${FRU}.${at(3)}`, integer(supply));
  const state = established ? 6 : 3;
  const session = { 13: counter(updates), 14: counter(5), 18: counter(transitions), 19: counter(77) };
  row(table, PEER2, V6, { 3: state, 4: 2, 11: { type: 'gauge32', value: 4_200_000_001 }, ...session });
  row(table, PEER, '192.0.2.1', { 2: 6, 3: 2, 9: 64_500, 10: counter(9), 11: counter(9), 15: counter(1) });
  return table;
}

interface LinkState {
  readonly alive: boolean;
  readonly latency: string;
}

/** A FortiGate with a health check on two members, and sensors without unit. */
function fortigate(ticks: number, first: LinkState, second: LinkState): Table {
  const table: Table = new Map(portTable(['wan1', 'wan2'], ticks));
  for (const [at, { alive, latency }] of [first, second].entries())
    row(table, `${FORTIGATE}.9.2.1`, String(at + 1), {
      2: text('Voice SLA'),
      3: { type: 'gauge32', value: at + 1 },
      4: alive ? 0 : 1,
      5: text(latency),
      6: text('1.500'),
      9: text(alive ? '2.000' : '100.000'),
      10: text('root'),
      14: text(`wan${String(at + 1)}`),
    });
  for (const [at, [name, value, alarm]] of (
    [
      ['CPU ON-DIE Temperature', '61.250', 0],
      ['Fan 1', '5400', 1],
      ['+3.3V', '3.31', 0],
      ['PS2 Status', '1', 1],
    ] as const
  ).entries())
    row(table, `${FORTIGATE}.3.2.1`, String(at + 1), { 2: text(name), 3: text(value), 4: alarm });
  return table;
}

const device = edgeDevice();
const component = (id: number, kind: ComponentEntry['kind'], key: string): ComponentEntry => ({
  customer: 1,
  site: 2,
  active: true,
  id,
  name: key,
  device: 3,
  kind,
  scope: 'snmp',
  key,
  fields: {},
});

let agent: Awaited<ReturnType<typeof startUdpAgent>>;
let memory: DeviceMemory;
let faults: PollFault[];
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
  table: Table,
  components: readonly ComponentEntry[],
  requested = plan,
): Promise<PollResult> {
  const response = honest(table);
  agent.behaviour.response = ({ datagram, reply }) => {
    reply(response(datagram)!);
  };
  const access = { version: 'v2c', port: agent.port, community: COMMUNITY } as const;
  const open = (await openAgent({ address: '127.0.0.1', access }, { timeoutMs: 3_000, retries: 0 }, memory))!;
  try {
    return await pollDevice({
      components,
      device,
      memory,
      agent: open,
      interfaces: [],
      plan: requested,
      clock: systemClock,
      deadlineMs: systemClock.elapsed() + 5_000,
      count: (fault) => void faults.push(fault),
    });
  } finally {
    open.close();
  }
}

const names = new Map(Object.entries(counters).map(([key, { id }]) => [id, key]));

/** Stored values of an element by counter. */
function valuesOf(result: PollResult, id: number): Partial<Record<CounterKey, number>> {
  const cells = result.components.find(({ componentId }) => componentId === id)?.cells ?? [];
  return Object.fromEntries(cells.map((cell) => [names.get(cell.counter), Number(cell.value)]));
}

const WINDOW_MS = 300_000;
const START_MS = Date.UTC(2025, 0, 1);

/** Measures and alarm events of polls at the two ends of a window. */
function measured(
  polls: readonly [PollResult, PollResult],
  components: readonly ComponentEntry[],
  alarms: readonly ReturnType<typeof anAlarm>[] = [],
) {
  const rows = polls.flatMap((result, at) => {
    const atMs = START_MS + at * (WINDOW_MS - 1);
    const dated = result.components.map((one) => ({
      ...one,
      cells: one.cells.map((cell) => ({ ...cell, read: { ticks: cell.read?.ticks, atMs } })),
    }));
    const uptime = { ...memory.uptime!, ticks: 100_000 + at * 30_000 };
    return sampleRowsOf(device, { ...result, atMs, components: dated }, uptime);
  });
  const snmp = { version: 'v2c', sealed: { version: 'v2c', port: 161, community: '' } } as const;
  const inventory = {
    ...anInventory(1, 1),
    devices: new Map([[3, { ...device, snmp }]]),
    interfaces: new Map(),
    components: new Map(components.map((one) => [one.id, one])),
  };
  const log = run({
    setting: { windowSeconds: 300, allowedLatenessMs: 60_000, alarms, inventory },
    messages: [sampleCodec.encode(rows)],
    end: START_MS + 3 * WINDOW_MS,
  });
  return {
    events: log.events,
    of: (element: number) =>
      Object.fromEntries(
        log.measures
          .filter((one) => one.element === element && one.at === START_MS / 1_000)
          .map(({ kpi, value }) => [kpiOfId(kpi)!, value]),
      ),
  };
}

const hardware = [
  component(50, 'sensor', 'Inlet Temp'),
  component(51, 'sensor', 'Fan 1 speed'),
  component(52, 'sensor', 'Power Supply 0'),
  component(53, 'sensor', 'Laser'),
  component(60, 'peer', '2001:db8::2'),
  component(61, 'peer', '192.0.2.1'),
  component(62, 'peer', '192.0.2.99'),
];

it('temperatures, fans, supplies and BGP peers of a device are measured and raise alarms', async () => {
  const polls = [
    await poll(router(100_000, { updates: 1_000 }), hardware),
    await poll(router(130_000, { celsius: 71.5, supply: 8, updates: 4_000 }), hardware),
  ] as const;
  expect(faults).toEqual([]);
  const hot = anAlarm({ id: 4, kpi: 'sensor_temperature', operator: '>=', threshold: 53 });
  const failed = anAlarm({ id: 5, kpi: 'sensor_avail', operator: '<', threshold: 100 });
  const { of, events } = measured(polls, hardware, [hot, failed]);
  expect(of(50)).toEqual({ sensor_temperature: 53, sensor_avail: 100 });
  expect(of(51)).toEqual({ sensor_fan_speed: 4_200, sensor_avail: 100 });
  expect(of(52)).toEqual({ sensor_avail: 0 });
  expect(of(53)).toEqual({});
  expect(of(60)).toEqual({
    bgp_avail: 100,
    bgp_flaps: 0,
    bgp_out_updates: 0,
    bgp_uptime: 77,
    bgp_in_updates: expect.closeTo(10, 6) as number,
  });
  expect(of(61)).toMatchObject({ bgp_avail: 100, bgp_flaps: 0, bgp_in_updates: 0 });
  expect(of(62)).toEqual({});
  const raised = events.filter(({ edge }) => edge === 'raise');
  expect(raised.map(({ alarm, element }) => [alarm, element])).toEqual([
    [4, 50],
    [5, 52],
  ]);
});

it('temperatures below zero are measured', async () => {
  const polls = [
    await poll(router(100_000, { celsius: -5.5 }), hardware),
    await poll(router(130_000, { celsius: -6.5 }), hardware),
  ] as const;
  expect(measured(polls, hardware).of(50)).toEqual({ sensor_temperature: -6, sensor_avail: 100 });
});

it('a BGP session that broke and returned is a flap, and its updates count from there', async () => {
  const polls = [
    await poll(router(100_000, { updates: 1_000, transitions: 4 }), hardware),
    await poll(router(130_000, { updates: 1_500, transitions: 6, established: false }), hardware),
  ] as const;
  const { bgp_in_updates, bgp_flaps, bgp_avail } = measured(polls, hardware).of(60);
  expect({ bgp_in_updates, bgp_flaps, bgp_avail }).toEqual({
    bgp_in_updates: undefined,
    bgp_flaps: 2,
    bgp_avail: 0,
  });
});

it('a peer that was configured again starts over without flaps', async () => {
  const polls = [
    await poll(router(100_000, { transitions: 4 }), hardware),
    await poll(router(130_000, { transitions: 1 }), hardware),
  ] as const;
  expect(measured(polls, hardware).of(60)).not.toHaveProperty('bgp_flaps');
});

it('sensors with other indexes after a restart are found by their names', async () => {
  await poll(router(100_000, {}), hardware);
  const restarted = await poll(router(500, { index: 40, celsius: 20 }), hardware);
  expect(valuesOf(restarted, 50)).toEqual({ sensor_celsius: 20_000, sensor_ok: 1 });
});

const links = [
  component(70, 'tunnel', 'Voice SLA / wan1'),
  component(71, 'tunnel', 'Voice SLA / wan2'),
  component(72, 'sensor', 'CPU ON-DIE Temperature'),
  component(73, 'sensor', 'Fan 1'),
  component(74, 'sensor', '+3.3V'),
  component(75, 'sensor', 'PS2 Status'),
];

it('SD-WAN health checks of a FortiGate are tunnels with latency, jitter, loss and availability', async () => {
  const up = { alive: true, latency: '24.500' };
  const down = { alive: false, latency: '24.500' };
  const polls = [
    await poll(fortigate(100_000, up, down), links),
    await poll(fortigate(130_000, { ...up, latency: '25.500' }, down), links),
  ] as const;
  expect(faults).toEqual([]);
  const { of } = measured(polls, links);
  expect(of(70)).toEqual({
    tun_latency: 25,
    tun_jitter: 1.5,
    tun_loss: 2,
    tun_avail: 100,
    tun_qoe: expect.closeTo(9.0, 0) as number,
  });
  // The latency of a dead member is the last one, or 0.
  expect(of(71)).toEqual({ tun_loss: 100, tun_avail: 0 });
  expect(of(72)).toEqual({ sensor_temperature: 61.25, sensor_avail: 100 });
  expect(of(73)).toEqual({ sensor_fan_speed: 5_400, sensor_avail: 0 });
  expect(of(74)).toEqual({});
  expect(of(75)).toEqual({ sensor_avail: 0 });
});

it('a deactivated poller leaves its elements without values', async () => {
  const off = planOf({ ...builtInPolling, deactivated: ['sensors', 'bgp-peers', 'sd-wan-health-checks'] });
  expect((await poll(router(100_000, {}), hardware, off)).components).toEqual([]);
  expect(
    (await poll(fortigate(100_000, { alive: true, latency: '1' }, { alive: true, latency: '1' }), links, off))
      .components,
  ).toEqual([]);
});

it('of a device with more sensors than are measured, the first ones are', async () => {
  const table: Table = new Map(portTable(['Gi0/0']));
  for (let index = 1; index <= 501; index += 1) {
    row(table, ENTITY, String(index), { 4: 0, 5: 8, 7: text(`Sensor ${String(index)}`) });
    row(table, SENSOR, String(index), { 1: 8, 2: 9, 3: 0, 4: 40, 5: 1 });
  }
  const requested = [component(80, 'sensor', 'Sensor 500'), component(81, 'sensor', 'Sensor 501')];
  const result = await poll(table, requested);
  expect(faults).toEqual(['too many sensors']);
  expect(valuesOf(result, 80)).toEqual({ sensor_celsius: 40_000, sensor_ok: 1 });
  expect(valuesOf(result, 81)).toEqual({});
});
