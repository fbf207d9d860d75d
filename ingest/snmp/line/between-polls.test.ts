import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { builtInPolling } from '#schemas/polling/poller.ts';
import { edgeDevice, edgePort } from '#tests/fixtures/snmp/edge-device.ts';
import { pollerMetrics } from '../poller-metrics.ts';
import { DeviceReports } from '../device/device-reports.ts';
import type { Agent, VariableBinding } from '../agent/agent.ts';
import type { SnmpValue } from '../agent/value.ts';
import { column, narrowColumns, scalar } from '../interface/objects.ts';
import { Poller } from '../poller.ts';
import type { SampleRow } from '../sample-rows.ts';
import { POLL_SHARDS } from '../schedule.ts';
import { foundOf } from './line-findings.ts';

const INTERVAL_MS = 300_000;
const START_MS = 1_800_000_000_000;
const WRAP = 2 ** 32;
/** Octets per second: 920 Mbit/s wrap 8 times within five minutes. */
const RATE = 115_000_000;
const PORT = 10;
const IN_OCTETS = narrowColumns.get(counters.in_octets.id)!.oid;

const inventory: Inventory = {
  customers: new Map(),
  sites: new Map(),
  exporters: new Map(),
  devices: new Map([
    [
      3,
      {
        ...edgeDevice(PORT),
        snmp: { version: 'v2c', sealed: { version: 'v2c', port: 161, community: 'public' } },
      },
    ],
  ]),
  interfaces: new Map([[PORT, edgePort(PORT, 'Gi0/0')]]),
};

describe('the poller', () => {
  let clock: ManualClock;
  let stop: AbortController;
  let rows: SampleRow[];
  let reports: DeviceReports;
  let restartedMs: number;
  /** Objects of each request. */
  let requests: (readonly string[])[];
  beforeEach(() => {
    clock = new ManualClock(START_MS);
    stop = new AbortController();
    [rows, requests, restartedMs] = [[], [], -9_000_000];
    reports = new DeviceReports();
  });
  afterEach(() => {
    stop.abort();
  });

  /** An agent of one port that has its octets in 32 bits only. */
  function valueOf(oid: string, speedMbps: number): SnmpValue {
    const runningMs = clock.elapsed() - restartedMs;
    const values: Readonly<Record<string, SnmpValue>> = {
      [scalar.sysUpTime]: { type: 'timeTicks', value: runningMs / 10 },
      [`${column.ifName}.1`]: { type: 'octets', value: 'Gi0/0' },
      [`${column.ifHighSpeed}.1`]: { type: 'gauge32', value: speedMbps },
      [`${IN_OCTETS}.1`]: { type: 'counter32', value: ((RATE * runningMs) / 1_000) % WRAP },
    };
    return values[oid] ?? { type: 'absent' };
  }

  function start({ speedMbps = 1_000, minIntervalMs = 10_000 } = {}): Poller {
    const bindings = (oids: readonly string[]): readonly VariableBinding[] =>
      oids.map((oid) => ({ oid, value: valueOf(oid, speedMbps) }));
    const agent: Agent = {
      get: (oids) => {
        requests.push(oids);
        return Promise.resolve({ ok: true, bindings: bindings(oids) });
      },
      getBulk: (oid) => Promise.resolve({ ok: true, bindings: bindings([`${oid}.1`]) }),
      strays: 0,
      forged: 0,
      close: () => undefined,
    };
    const poller = new Poller({
      clock,
      reports,
      minIntervalMs,
      intervalMs: INTERVAL_MS,
      concurrency: 8,
      owned: () => owned,
      inventory: () => inventory,
      polling: () => builtInPolling,
      openAgent: () => Promise.resolve(agent),
      refusalOf: () => undefined,
      outbox: {
        hasRoom: true,
        send(more) {
          rows.push(...more);
          return Promise.resolve();
        },
      },
      learned: { add: () => undefined, addTargets: () => undefined },
      log: openLog('poller', 'silent'),
      metrics: pollerMetrics(openMetrics()),
    });
    poller.start(stop.signal);
    return poller;
  }
  const owned = new Set(Array.from({ length: POLL_SHARDS }, (_, at) => at));
  const octets = () => rows.filter(({ counter }) => counter === counters.in_octets.id);
  const passed = () => {
    const all = octets();
    return all.slice(1).map((row, at) => ({
      rate: (Number(row.value - all[at]!.value) * 1_000) / (row.at - all[at]!.at),
      isComparable: row.discontinuity === all[at]!.discontinuity,
    }));
  };
  const polls = () => rows.filter(({ counter }) => counter === counters.poll.id).length;

  it('reads a fast port of 32-bit counters between polls, so that every wrap counts', async () => {
    start();
    await clock.advance(5 * INTERVAL_MS);
    expect(polls()).toBe(5);
    // The first poll finds that there are no 64-bit counters, the second reads those of 32 bits, and from then on they are followed.
    expect(passed()).toEqual([
      { rate: RATE, isComparable: true },
      { rate: RATE, isComparable: true },
      { rate: RATE, isComparable: true },
    ]);
    const between = requests.filter((oids) => oids.includes(`${IN_OCTETS}.1`) && oids.length < 5);
    expect(between.length).toBeGreaterThan(3 * 9);
    expect(reports.list()[0]?.faults).not.toHaveProperty('may have wrapped');
  });

  it.each([
    ['where nothing is read between polls', { minIntervalMs: 0 }, 1e9],
    ['where that is not often enough', { speedMbps: 10_000 }, 10e9],
  ])('publishes no increase of such a port %s, and says why', async (_, options, speedBps) => {
    const poller = start(options);
    await clock.advance(4 * INTERVAL_MS);
    expect(passed().map(({ isComparable }) => isComparable)).toEqual([false, false]);
    const scope = { minIntervalMs: 10_000, ...options, intervalMs: INTERVAL_MS, nowMs: START_MS };
    expect([...foundOf(poller.polled(), scope)]).toMatchObject([
      { interface: PORT, findings: [{ is: '32 bits', speedBps, everyMs: INTERVAL_MS, isV1: false }] },
    ]);
    expect(reports.list()[0]?.faults).toMatchObject({ 'may have wrapped': 2 });
  });

  it('leaves a device that restarted between polls to its next poll', async () => {
    start();
    await clock.advance(4 * INTERVAL_MS);
    const before = passed().length;
    restartedMs = clock.elapsed() + 1_000;
    await clock.advance(3 * INTERVAL_MS);
    const after = passed().slice(before);
    // Its first poll finds again that there are no 64-bit counters.
    expect(after.map(({ isComparable }) => isComparable)).toEqual([false, true]);
    expect(after[1]?.rate).toBe(RATE);
  });
});
