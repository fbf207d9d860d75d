import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import type { DeviceEntry, Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';
import type { AddressRefusal } from '#schemas/polling/address-refusal.ts';
import { builtInPolling } from '#schemas/polling/poller.ts';
import type { Agent, AgentResponse } from './agent/agent.ts';
import { DeviceReports } from './device/device-reports.ts';
import { scalar } from './interface/objects.ts';
import { Poller } from './poller.ts';
import { pollerMetrics } from './poller-metrics.ts';
import { POLL_SHARDS, pollShardOf } from './schedule.ts';

const INTERVAL_MS = 300_000;
const START_MS = 1_800_000_000_000;

const inventoryOf = (ids: readonly number[]): Inventory => ({
  customers: new Map(),
  sites: new Map(),
  interfaces: new Map(),
  exporters: new Map(),
  devices: new Map(
    ids.map((id): [number, DeviceEntry] => [
      id,
      {
        id,
        customer: 1,
        active: true,
        site: 2,
        name: String(id),
        address: '192.0.2.1',
        vendor: '',
        model: '',
        snmp: { version: 'v2c', sealed: { version: 'v2c', port: 161, community: 'public' } },
        exporters: [],
        interfaces: [],
      },
    ]),
  ),
});
const range = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => from + at);

const silence: AgentResponse = { ok: false, reason: 'timeout' };
const alive: AgentResponse = {
  ok: true,
  bindings: [{ oid: scalar.sysUpTime, value: { type: 'timeTicks', value: 5 } }],
};

describe('the poller', () => {
  let clock: ManualClock;
  let stop: AbortController;
  let inventory: Inventory;
  /** Devices being polled, in order. */
  let requested: number[];
  let responses: (device: number) => Promise<AgentResponse>;
  let reports: DeviceReports;
  let rows: number;
  let owned: ReadonlySet<number>;
  /** Addresses that must not be called. */
  let refusals: Map<string, AddressRefusal>;
  /** Ids of the messages. */
  let sent: string[];

  beforeEach(() => {
    clock = new ManualClock(START_MS);
    stop = new AbortController();
    requested = [];
    responses = () => Promise.resolve(silence);
    reports = new DeviceReports();
    rows = 0;
    refusals = new Map();
    sent = [];
    owned = new Set(range(0, POLL_SHARDS));
  });
  afterEach(() => {
    stop.abort();
  });

  function start(concurrency: number, share = () => owned): void {
    new Poller({
      owned: share,
      inventory: () => inventory,
      polling: () => builtInPolling,
      openAgent: ({ id, address }): Promise<Agent | undefined> => {
        requested.push(id);
        if (refusals.has(address)) return Promise.resolve(undefined);
        return Promise.resolve({
          get: () => responses(id),
          getBulk: () => Promise.resolve(alive),
          strays: 0,
          forged: 0,
          close: () => undefined,
        });
      },
      refusalOf: (address) => refusals.get(address),
      outbox: {
        hasRoom: true,
        send: (more, id) => {
          rows += more.length;
          sent.push(id);
          return Promise.resolve();
        },
      },
      learned: { add: () => undefined, addTargets: () => undefined },
      reports,
      clock,
      log: openLog('poller', 'silent'),
      metrics: pollerMetrics(openMetrics()),
      intervalMs: INTERVAL_MS,
      minIntervalMs: 10_000,
      concurrency,
    }).start(stop.signal);
  }

  it('polls every device once per interval, evenly distributed', async () => {
    inventory = inventoryOf(range(1, 600));
    start(1_000);
    await clock.advance(1_000);
    requested = [];
    let most = 0;
    for (let second = 0; second < 300; second += 1) {
      const before = requested.length;
      await clock.advance(1_000);
      most = Math.max(most, requested.length - before);
    }
    expect(requested.toSorted((one, other) => one - other)).toEqual(range(1, 600));
    expect(most).toBeLessThan(12);
  });

  it.each([
    ['back', -2 * 3_600_000],
    ['forward', 2 * 3_600_000],
  ])('keeps its interval when the system clock is set %s', async (_, byMs) => {
    inventory = inventoryOf([7]);
    start(10);
    await clock.advance(12 * INTERVAL_MS);
    clock.setBy(byMs);
    requested = [];
    await clock.advance(12 * INTERVAL_MS);
    expect(requested.length).toBeGreaterThanOrEqual(12);
    expect(requested.length).toBeLessThanOrEqual(13);
  });

  it('counts each poll and fault of a device until the device leaves the inventory', async () => {
    inventory = inventoryOf([7]);
    start(10);
    await clock.advance(2 * INTERVAL_MS);
    expect(rows).toBe(2);
    expect(reports.list()).toEqual([
      expect.objectContaining({
        device: 7,
        customer: 1,
        polls: 2,
        silentPolls: 2,
        respondedAt: 0,
        faults: { timeout: 2 },
        lastFault: 'timeout',
      }),
    ]);
    inventory = inventoryOf([8]);
    await clock.advance(1_000);
    expect(reports.list().map(({ device }) => device)).not.toContain(7);
  });

  it('measures no availability of a device whose address must not be called, and reports why', async () => {
    inventory = inventoryOf([7]);
    refusals.set('192.0.2.1', 'loopback address');
    start(10);
    await clock.advance(2 * INTERVAL_MS);
    expect([requested, rows]).toEqual([[7, 7], 0]);
    expect(reports.list()).toEqual([
      expect.objectContaining({ device: 7, polls: 2, respondedAt: 0, rejection: 'loopback address' }),
    ]);
    refusals.clear();
    await clock.advance(INTERVAL_MS);
    expect(rows).toBe(1);
    expect(reports.list()[0]).toMatchObject({ rejection: 'timeout' });
  });

  it('leaves out inactive devices and those at an inactive site, until they are active again', async () => {
    const all = inventoryOf([7, 8]);
    const [seventh, eighth] = [all.devices.get(7)!, all.devices.get(8)!];
    const site = (active: boolean) => new Map([[2, { id: 2, active } as SiteEntry]]);
    const devices = new Map([
      [7, { ...seventh, active: false }],
      [8, eighth],
    ]);
    inventory = { ...all, devices, sites: site(true) };
    start(10);
    await clock.advance(2 * INTERVAL_MS);
    expect(new Set(requested)).toEqual(new Set([8]));
    inventory = { ...all, sites: site(false) };
    await clock.advance(1_000);
    requested = [];
    await clock.advance(2 * INTERVAL_MS);
    expect(requested).toEqual([]);
    inventory = { ...all, sites: site(true) };
    await clock.advance(2 * INTERVAL_MS);
    expect(new Set(requested)).toEqual(new Set([7, 8]));
  });

  it('keeps slots for live devices when many are dead', async () => {
    const dead = range(1, 40);
    inventory = inventoryOf([...dead, 100]);
    responses = (id) => Promise.resolve(id === 100 ? alive : silence);
    start(8);
    await clock.advance(4 * INTERVAL_MS);
    // From now on the dead hold their places for longer than the interval, as with a network that is down.
    const held = new Set<() => void>();
    responses = (id) =>
      id === 100
        ? Promise.resolve(alive)
        : new Promise((resolve) => {
            held.add(() => {
              resolve(silence);
            });
          });
    requested = [];
    await clock.advance(3 * INTERVAL_MS);
    expect(requested.filter((id) => id !== 100).length).toBe(2);
    expect(requested.filter((id) => id === 100).length).toBe(3);
    for (const release of held) release();
  });

  describe('that shares the devices with another one', () => {
    const half = (remaining: number): ReadonlySet<number> =>
      new Set(range(0, POLL_SHARDS).filter((shard) => shard % 2 === remaining));

    it('polls those of its shards, each device with one of them', async () => {
      inventory = inventoryOf(range(1, 200));
      start(1_000, () => half(0));
      await clock.advance(INTERVAL_MS);
      const ofOne = new Set(requested);
      requested = [];
      start(1_000, () => half(1));
      // The first one continues.
      await clock.advance(INTERVAL_MS);
      const both = requested.filter((id) => !ofOne.has(id));
      expect([...ofOne].every((id) => half(0).has(pollShardOf(id)))).toBe(true);
      expect(new Set([...ofOne, ...both]).size).toBe(200);
      expect(Math.abs(ofOne.size - 100)).toBeLessThan(20);
    });

    it('polls those of a killed one from the moment of the takeover, and what was due in between at once', async () => {
      inventory = inventoryOf(range(1, 600));
      owned = half(0);
      start(1_000);
      await clock.advance(INTERVAL_MS);
      requested = [];
      owned = new Set([...half(0), ...half(1)]);
      await clock.advance(100);
      const taken = requested.filter((id) => half(1).has(pollShardOf(id)));
      // About those due in 12 of 300 s.
      expect(taken.length).toBeGreaterThan(2);
      expect(taken.length).toBeLessThan(25);
      await clock.advance(INTERVAL_MS);
      expect(new Set(requested).size).toBe(600);
    });

    it('names a poll by its device and scheduled time, so that one made twice is stored once', async () => {
      inventory = inventoryOf([7]);
      start(10);
      await clock.advance(INTERVAL_MS);
      const [first] = sent;
      await clock.advance(INTERVAL_MS);
      const other = sent.at(-1);
      sent = [];
      // Both take the device over right after its poll.
      start(10, () => new Set(owned));
      clock.setBy(0);
      await clock.advance(100);
      expect(other).not.toBe(first);
      expect(sent.every((id) => id === other)).toBe(true);
    });

    it('no longer reports on a device that it gave away while its poll was running', async () => {
      inventory = inventoryOf([7]);
      let end = (): void => undefined;
      responses = () =>
        new Promise((resolve) => {
          end = () => {
            resolve(silence);
          };
        });
      start(10);
      await clock.advance(INTERVAL_MS);
      owned = new Set();
      await clock.advance(100);
      end();
      await clock.advance(100);
      expect(requested).toEqual([7]);
      expect(reports.list()).toEqual([]);
    });

    it('stops those of a shard that it gave away', async () => {
      inventory = inventoryOf(range(1, 100));
      start(1_000);
      await clock.advance(INTERVAL_MS);
      owned = half(0);
      await clock.advance(1_000);
      requested = [];
      await clock.advance(2 * INTERVAL_MS);
      expect(requested.every((id) => half(0).has(pollShardOf(id)))).toBe(true);
      expect(reports.list().every(({ device }) => half(0).has(pollShardOf(device)))).toBe(true);
    });
  });

  it('does not poll a device while its previous poll is running', async () => {
    inventory = inventoryOf([7]);
    let release = (): void => undefined;
    responses = () =>
      new Promise((resolve) => {
        release = () => {
          resolve(silence);
        };
      });
    start(10);
    await clock.advance(5 * INTERVAL_MS);
    expect(requested).toEqual([7]);
    release();
  });
});
