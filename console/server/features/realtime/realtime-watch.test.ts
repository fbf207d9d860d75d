import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import {
  realtimeLimits,
  RealtimeOrder,
  type RealtimeReading,
  type RealtimeReply,
  type WatchChange,
} from '#schemas/realtime/realtime.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { RealtimeWatch } from './realtime-watch.ts';

const own = { customer: 1, site: 2, active: true };
const sealed = { version: 'v2c', port: 161, community: 'x' } as const;
const inventory: Inventory = {
  customers: new Map(),
  sites: new Map(),
  exporters: new Map(),
  interfaces: new Map(),
  devices: new Map(
    Array.from({ length: 60 }, (_, at) => 100 + at).map((id) => [
      id,
      {
        ...own,
        id,
        name: String(id),
        address: '192.0.2.1',
        vendor: '',
        model: '',
        snmp: { version: 'v2c', sealed },
        exporters: [],
        interfaces: [],
      },
    ]),
  ),
};
const caller: Caller = {
  id: 7,
  username: 'noc',
  firstName: '',
  lastName: '',
  email: '',
  language: null,
  role: 'NOC',
  permissions: new Set(permissionKeys),
  customers: new Map([[1, { id: 1, clientId: 'acme', name: 'Acme' }]]),
  groups: new Set(),
  scopes: ['customer'],
  allCustomers: false,
  sites: new Map(),
};
const watched = (element: number) => ({ customer: 1, element });

let clock: ManualClock;
let stop: AbortController;
/** Reply of the pollers; undefined: none is there. */
let reply: RealtimeReply['is'] | undefined;
let orders: RealtimeOrder[];
let sent: (RealtimeReading | WatchChange)[];
let deliver: (reading: RealtimeReading) => void;
let watch: RealtimeWatch;

beforeEach(() => {
  clock = new ManualClock(1_800_000_000_000);
  stop = new AbortController();
  reply = 'polling';
  orders = [];
  sent = [];
  watch = new RealtimeWatch({
    bus: {
      subscribe: (_, onNotice) => {
        deliver = (reading) => {
          const data = new TextEncoder().encode(JSON.stringify(reading));
          onNotice({ subject: '', data, respond: () => undefined });
        };
      },
      publish: (_, data) => void orders.push(RealtimeOrder.parse(JSON.parse(String(data)))),
      requestAll: (_, data, { isEnough }) => {
        orders.push(RealtimeOrder.parse(JSON.parse(String(data))));
        if (reply === undefined) return Promise.reject(new Error('no reply'));
        isEnough(new TextEncoder().encode(JSON.stringify({ is: reply, pollers: 1 })));
        return Promise.resolve();
      },
    },
    inventory: { current: inventory },
    clock,
    server: 'one',
    signal: stop.signal,
    send: (_, message) => sent.push(message),
  });
});
afterEach(() => stop.abort());

const reading = (at: number): RealtimeReading => ({ element: 100, at, failure: '', values: { cpe_cpu: at } });
const keepOrders = () => orders.filter(({ action }) => action === 'keep').length;
const stops = () => orders.filter(({ action }) => action === 'stop').length;

describe('an element in real time', () => {
  it('is polled once for all who watch it, and for as long as one of them does', async () => {
    await watch.open(watched(100), 'a');
    deliver(reading(1));
    expect(await watch.open(watched(100), 'b')).toMatchObject({
      ok: true,
      kind: 'device',
      readings: [reading(1)],
    });
    expect(keepOrders()).toBe(1);
    watch.close(100, 'a');
    expect(stops()).toBe(0);
    watch.close(100, 'b');
    expect(stops()).toBe(1);
    await clock.advance(60_000);
    expect(keepOrders()).toBe(1);
  });

  it('is requested every two seconds, so that a poller notices the end of this server', async () => {
    await watch.open(watched(100), 'a');
    await clock.advance(10_000);
    expect(keepOrders()).toBe(6);
  });

  it('is over after ten minutes, for all who watch it', async () => {
    const opened = await watch.open(watched(100), 'a');
    expect(opened).toMatchObject({ ok: true, endsAt: clock.now().getTime() + 600_000 });
    await clock.advance(599_000);
    expect(sent).toEqual([]);
    await clock.advance(2_000);
    expect(sent).toEqual([{ element: 100, is: 'over', code: null }]);
    expect(stops()).toBe(1);
  });

  it('passes its readings on in order: one that comes late from a former poller is left out', async () => {
    await watch.open(watched(100), 'a');
    for (const at of [1, 3, 2, 4]) deliver(reading(at));
    expect(sent).toEqual([reading(1), reading(3), reading(4)]);
  });

  it('that loses its poller says so once, and continues with the next one', async () => {
    await watch.open(watched(100), 'a');
    reply = undefined;
    await clock.advance(8_000);
    expect(sent).toEqual([{ element: 100, is: 'lost' }]);
    // Who opens the dialog by then learns it as well.
    expect(await watch.open(watched(100), 'b')).toMatchObject({ ok: true, lost: true });
    reply = 'polling';
    await clock.advance(realtimeLimits.lostMs);
    deliver(reading(9));
    expect(sent).toEqual([{ element: 100, is: 'lost' }, reading(9)]);
  });

  it('is over when no other poller takes over', async () => {
    await watch.open(watched(100), 'a');
    reply = 'elsewhere';
    await clock.advance(realtimeLimits.lostMs + 4_000);
    expect(sent.at(-1)).toEqual({ element: 100, is: 'over', code: 'REALTIME_SERVER_NOT_FOUND' });
  });

  it.each([
    [undefined, 'REALTIME_SERVER_LIST_EMPTY'],
    ['elsewhere', 'REALTIME_SERVER_NOT_FOUND'],
    ['device busy', 'REALTIME_DEVICE_BUSY'],
    ['busy', 'REALTIME_BUSY'],
  ] as const)('is rejected when the pollers reply %s: %s', async (is, code) => {
    reply = is;
    expect(await watch.open(watched(100), 'a')).toEqual({ ok: false, code });
    await clock.advance(10_000);
    expect(keepOrders()).toBe(1);
  });

  it('is rejected beyond 50 of a server', async () => {
    for (let at = 0; at < realtimeLimits.elements; at += 1) await watch.open(watched(100 + at), 'a');
    expect(await watch.open(watched(150), 'a')).toEqual({ ok: false, code: 'REALTIME_BUSY' });
    watch.close(100, 'a');
    expect(await watch.open(watched(150), 'a')).toMatchObject({ ok: true });
  });
});

describe('a user', () => {
  const others: readonly [string, Partial<Caller>, number, string][] = [
    ['without the right to dashboards', { permissions: new Set(['ALERT.read']) }, 100, 'FORBIDDEN'],
    ['of another customer', { customers: new Map() }, 100, 'NOT_FOUND'],
    ['restricted to other sites', { sites: new Map([[1, new Set([9])]]) }, 100, 'NOT_FOUND'],
    ['who names no element', {}, 999, 'NOT_FOUND'],
    [
      'with a display token',
      { display: { name: 'wall', expiresAt: 0, documents: new Set(), showsAlarms: true } },
      100,
      'FORBIDDEN',
    ],
  ];
  it.each(others)('%s may not watch an element', (_, change, element, code) => {
    expect(watch.rejectionOf({ ...caller, ...change }, watched(element))).toBe(code);
  });

  it('may watch those of the sites they see', () => {
    const sites = new Map([[1, new Set([2])]]);
    expect(watch.rejectionOf({ ...caller, sites }, watched(100))).toBeUndefined();
  });
});
