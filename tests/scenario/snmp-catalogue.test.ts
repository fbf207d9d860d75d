import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { planOf } from '#ingest/snmp/catalogue/polling-plan.ts';
import { newMemory } from '#ingest/snmp/device-memory.ts';
import type { DeviceMemory } from '#ingest/snmp/device-memory.ts';
import { openAgent } from '#ingest/snmp/net-snmp-agent.ts';
import { column } from '#ingest/snmp/objects.ts';
import { pollDevice } from '#ingest/snmp/poll-device.ts';
import type { PollFault, PollResult } from '#ingest/snmp/poll.ts';
import { sampleRows } from '#ingest/snmp/sample-rows.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Value } from '#bench/fleet/ber.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import { builtInPolling } from '#schemas/polling/poller.ts';
import type { DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { COMMUNITY, honest, portTable, startUdpAgent } from './snmp-udp-agent.ts';

const plan = planOf(builtInPolling);

const CISCO = '1.3.6.1.4.1.9.9';
const RTTMON = `${CISCO}.42.1`;
const CBQOS = `${CISCO}.166.1`;

const gauge = (value: number): Value => ({ type: 'gauge32', value });
const whole = (value: number): Value => ({ type: 'integer', value });
const text = (value: string): Value => ({ type: 'octets', value });
const counter64 = (value: number): Value => ({ type: 'counter64', value });

/** A router with two ports, two processors, two pools, three probes, and a policy out of its second port. */
function router(ticks: number, policy: number): Map<string, Value> {
  const table = new Map(portTable(['Gi0/0', 'Gi0/1'], ticks));
  const set = (oid: string, value: Value): void => void table.set(oid, value);
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
    set(`${RTTMON}.2.1.1.4.${probe}`, whole(kind));
    set(`${RTTMON}.2.2.1.37.${probe}`, whole(1));
    set(`${RTTMON}.2.9.1.10.${probe}`, whole(6));
    set(`${RTTMON}.2.10.1.1.${probe}`, gauge(time));
    set(`${RTTMON}.2.10.1.2.${probe}`, whole(sense));
  }
  set(`${RTTMON}.5.2.1.1.30`, gauge(10));
  set(`${RTTMON}.5.2.1.2.30`, gauge(300));
  const index = String(policy);
  set(`${CBQOS}.1.1.1.3.${index}`, whole(2));
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
    set(`${CBQOS}.5.1.1.3.${row}`, whole(kind));
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

const base = { customer: 1, active: true, site: 2 };
const device: DeviceEntry = {
  ...base,
  id: 3,
  name: 'edge',
  address: '127.0.0.1',
  vendor: '',
  model: '',
  snmp: undefined,
  exporters: [],
  interfaces: [10, 11],
};
const port = (id: number, name: string): InterfaceEntry => ({
  ...base,
  id,
  name,
  device: 3,
  alias: '',
  index: null,
  bandwidthInBps: null,
  bandwidthOutBps: null,
});

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
  memory = newMemory(column.ifName);
  faults = [];
});

async function poll(table: ReadonlyMap<string, Value>): Promise<PollResult> {
  const answer = honest(table);
  requests = 0;
  agent.behaviour.answer = ({ datagram, reply }) => {
    requests += 1;
    reply(answer(datagram)!);
  };
  const access = { version: 'v2c', port: agent.port, community: COMMUNITY } as const;
  const open = (await openAgent({ address: '127.0.0.1', access }, { timeoutMs: 500, retries: 0 }, memory))!;
  try {
    return await pollDevice({
      plan,
      agent: open,
      device,
      interfaces: [port(10, 'Gi0/0'), port(11, 'Gi0/1')],
      memory,
      clock: systemClock,
      deadlineMs: Date.now() + 5_000,
      count: (fault) => void faults.push(fault),
    });
  } finally {
    open.close();
  }
}

const valueOf = (result: PollResult, element: number, key: CounterKey) =>
  sampleRows(device, result, memory.uptime).find(
    (row) => row.element === element && row.counter === counters[key].id,
  );

it('a router is asked for its processors, memory and probes', async () => {
  const result = await poll(router(100_000, 18));
  const own = (key: CounterKey): unknown => valueOf(result, 3, key)?.value;
  expect(own('cpu')).toBe(3_000n);
  expect([own('memory_used'), own('memory_total')]).toEqual([1_500n, 6_000n]);
  // 12 ms of the first, 300 ms over 10 packets of the third; the second one timed out.
  expect([own('sla_probes'), own('sla_ok'), own('sla_rtt')]).toEqual([3n, 2n, 42_000n]);
  expect(own('disk_total')).toBeUndefined();
  expect(faults).toEqual([]);
});

it('a policy counts with its outermost classes, on the interface from which it goes out', async () => {
  const result = await poll(router(100_000, 18));
  expect(valueOf(result, 11, 'qos_offered_octets')?.value).toBe(700n * 203n);
  expect(valueOf(result, 11, 'qos_sent_octets')?.value).toBe(600n * 203n);
  expect(valueOf(result, 11, 'qos_offered_packets')?.value).toBe(7n * 203n);
  expect(valueOf(result, 11, 'qos_dropped_packets')?.value).toBe(203n);
  expect(valueOf(result, 10, 'qos_offered_octets')).toBeUndefined();
});

it('a policy with other indexes after a restart is found again, and not compared with the one before', async () => {
  const before = valueOf(await poll(router(100_000, 18)), 11, 'qos_offered_octets')!;
  const same = valueOf(await poll(router(100_100, 18)), 11, 'qos_offered_octets')!;
  expect(same.discontinuity).toBe(before.discontinuity);
  const after = valueOf(await poll(router(50, 34)), 11, 'qos_offered_octets')!;
  expect(after.value).toBe(before.value);
  expect(after.discontinuity).not.toBe(before.discontinuity);
});

it('a device is not searched for the catalogue in every poll, but every hour', async () => {
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
