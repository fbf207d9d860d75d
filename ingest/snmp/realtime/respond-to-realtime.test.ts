import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import type { BusMessage } from '#platform/bus/bus.ts';
import { silentLog } from '#platform/log/log.ts';
import { realtimeLimits, RealtimeReply, type RealtimeReading } from '#schemas/realtime/realtime.ts';
import type { DeviceEntry, InterfaceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { noDefinitions } from '#schemas/kpi/definition.ts';
import type { Agent, AgentResponse } from '../agent/agent.ts';
import { column, scalar } from '../interface/objects.ts';
import { POLL_SHARDS, pollShardOf } from '../schedule.ts';
import { respondToRealtime } from './respond-to-realtime.ts';

const PORTS = 8;
const device = (id: number): DeviceEntry => ({
  id,
  customer: 1,
  site: 2,
  name: String(id),
  active: true,
  address: '192.0.2.1',
  vendor: '',
  model: '',
  snmp: { version: 'v2c', sealed: { version: 'v2c', port: 161, community: 'public' } },
  exporters: [],
  interfaces: Array.from({ length: PORTS }, (_, at) => id * 100 + at),
});
const port = (id: number): InterfaceEntry => ({
  id,
  customer: 1,
  site: 2,
  device: Math.floor(id / 100),
  name: `Gi0/${String(id % 100)}`,
  alias: '',
  active: true,
  index: null,
  bandwidthInBps: null,
  bandwidthOutBps: null,
});
const DEVICES = Array.from({ length: 12 }, (_, at) => device(10 + at));
const inventory: Inventory = {
  customers: new Map(),
  sites: new Map(),
  exporters: new Map(),
  devices: new Map(DEVICES.map((one) => [one.id, one])),
  interfaces: new Map(DEVICES.flatMap((one) => one.interfaces.map((id) => [id, port(id)]))),
};
const ELEMENT = 1_003;

let clock: ManualClock;
let stop: AbortController;
let owned: ReadonlySet<number>;
let isSilent: boolean;
let readings: RealtimeReading[];
let request: (notice: BusMessage) => void;
let polls: number;

/** An agent with ports of these names whose counters grow by 1,000 octets a second. */
const agent = (): Agent => {
  const seconds = Math.floor(clock.elapsed() / 1_000);
  const valueOf = (oid: string): AgentResponse & { readonly ok: true } => {
    const index = Number(oid.split('.').at(-1));
    const value = (() => {
      if (oid === scalar.sysUpTime) return { type: 'timeTicks', value: 100_000 + seconds * 100 } as const;
      if (oid === `${column.ifName}.${String(index)}`)
        return { type: 'octets', value: `Gi0/${String(index - 1)}` } as const;
      if (oid.startsWith('1.3.6.1.2.1.31.1.1.1.6.'))
        return { type: 'counter64', value: BigInt(seconds * 1_000) } as const;
      return { type: 'absent' } as const;
    })();
    return { ok: true, bindings: [{ oid, value }] };
  };
  return {
    get(oids) {
      if (oids[0] === scalar.sysUpTime && oids[1] === scalar.ifTableLastChange) polls += 1;
      if (isSilent) return Promise.resolve({ ok: false, reason: 'timeout' });
      return Promise.resolve({ ok: true, bindings: oids.flatMap((oid) => valueOf(oid).bindings) });
    },
    getBulk(oid) {
      const start = oid === column.ifName ? 0 : Number(oid.split('.').at(-1));
      const isName = oid === column.ifName || oid.startsWith(`${column.ifName}.`);
      const next = `${column.ifName}.${String(start + 1)}`;
      const end = { oid: `${column.ifHighSpeed}.1`, value: { type: 'gauge32', value: 1 } } as const;
      const bindings = isName && start < PORTS ? valueOf(next).bindings : [end];
      return Promise.resolve({ ok: true, bindings });
    },
    strays: 0,
    forged: 0,
    close: () => undefined,
  };
};

beforeEach(() => {
  clock = new ManualClock(1_800_000_000_000);
  stop = new AbortController();
  owned = new Set(Array.from({ length: POLL_SHARDS }, (_, at) => at));
  isSilent = false;
  readings = [];
  polls = 0;
  respondToRealtime(
    {
      bus: {
        subscribe: (_, onNotice) => {
          request = onNotice;
        },
        publish: (_, data) => {
          readings.push(JSON.parse(String(data)) as RealtimeReading);
        },
      },
      clock,
      log: silentLog,
      inventory: () => inventory,
      owned: () => owned,
      members: () => 2,
      definitions: () => noDefinitions,
      openAgent: () => Promise.resolve(agent()),
    },
    stop.signal,
  );
});
afterEach(() => stop.abort());

function order(element: number, action: 'keep' | 'stop' = 'keep', server = 'one'): RealtimeReply['is'] {
  let reply = '';
  const data = new TextEncoder().encode(JSON.stringify({ element, server, action }));
  request({ subject: '', data, respond: (given) => (reply = String(given)) });
  return RealtimeReply.parse(JSON.parse(reply)).is;
}
/** Time passes in small steps, in which requests and responses follow each other. */
async function pass(seconds: number, keeping: readonly number[] = []): Promise<void> {
  for (let at = 0; at < seconds * 4; at += 1) {
    if (at % 8 === 0) for (const element of keeping) order(element);
    for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
    await clock.advance(250);
  }
}

describe('an element that is watched', () => {
  it('is read once a second, and its rates are those of that second', async () => {
    expect(order(ELEMENT)).toBe('polling');
    await pass(6);
    expect(readings.length).toBeGreaterThanOrEqual(5);
    expect(readings.length).toBeLessThanOrEqual(7);
    expect(readings[0]).toMatchObject({ element: ELEMENT, failure: '', values: { itf_in_bps: null } });
    expect(readings.slice(1).map(({ values }) => values['itf_in_bps'])).toEqual(
      readings.slice(1).map(() => 8_000),
    );
  });

  it('is read once for all who watch it', async () => {
    order(ELEMENT);
    order(ELEMENT);
    await pass(3);
    expect(readings.length).toBeLessThanOrEqual(4);
  });

  it('is left alone seconds after the last request, as after the kill of a server', async () => {
    order(ELEMENT);
    await pass(20);
    const until = realtimeLimits.retainedMs / 1_000 + 2;
    expect(readings.length).toBeLessThanOrEqual(until);
    const seen = polls;
    await pass(5);
    expect(polls).toBe(seen);
  });

  it('is left alone at once when the last dialog closes', async () => {
    order(ELEMENT);
    await pass(2);
    order(ELEMENT, 'stop');
    const seen = readings.length;
    await pass(3);
    expect(readings).toHaveLength(seen);
  });

  it('continues for those who watch through another server', async () => {
    order(ELEMENT);
    order(ELEMENT, 'keep', 'two');
    order(ELEMENT, 'stop');
    await pass(3);
    expect(readings.length).toBeGreaterThanOrEqual(2);
  });

  it('continues as long as it is requested', async () => {
    await pass(15, [ELEMENT]);
    expect(readings.length).toBeGreaterThanOrEqual(13);
  });

  it('reports that the device does not respond, and keeps polling', async () => {
    isSilent = true;
    await pass(3, [ELEMENT]);
    expect(readings[0]).toMatchObject({ failure: 'timeout', values: { itf_in_bps: null } });
    isSilent = false;
    await pass(4, [ELEMENT]);
    expect(readings.at(-1)).toMatchObject({ failure: '', values: { itf_in_bps: 8_000 } });
  });

  it('that its device does not have is reported as missing', async () => {
    Object.assign(inventory.interfaces.get(ELEMENT)!, { name: 'Gi9/9' });
    await pass(2, [ELEMENT]);
    Object.assign(inventory.interfaces.get(ELEMENT)!, { name: 'Gi0/3' });
    expect(readings[0]).toMatchObject({ failure: 'missing' });
  });

  it('is handed over: the poller that loses the device stops, and leaves it to the other one', async () => {
    await pass(2, [ELEMENT]);
    owned = new Set([...owned].filter((shard) => shard !== pollShardOf(10)));
    expect(order(ELEMENT)).toBe('elsewhere');
    const seen = readings.length;
    await pass(3, [ELEMENT]);
    expect(readings).toHaveLength(seen);
  });

  it.each([
    ['is unknown', 77],
    ['is a site', 2],
  ])('is polled by no poller when it %s', (_, element) => {
    expect(order(element)).toBe('elsewhere');
  });

  it(`is rejected beyond ${String(realtimeLimits.elementsPerDevice)} of its device`, () => {
    const requested = DEVICES[0]!.interfaces.slice(0, 6).map((id) => order(id));
    expect(requested).toEqual([...Array.from({ length: 5 }, () => 'polling'), 'device busy']);
    expect(order(DEVICES[0]!.interfaces[0]!)).toBe('polling');
  });

  it(`is rejected beyond ${String(realtimeLimits.elements)} of a poller`, () => {
    const requested = DEVICES.flatMap((one) => one.interfaces.slice(0, 5)).map((id) => order(id));
    expect(requested.filter((is) => is === 'polling')).toHaveLength(50);
    expect(requested.at(-1)).toBe('busy');
  });
});
