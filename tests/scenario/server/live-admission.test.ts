import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { silentLog } from '#platform/log/log.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import {
  openGateway,
  type ConnectionIdentity,
  type LiveGateway,
} from '#server/kernel/socket/live-gateway.ts';
import { closeConnection, liveState, openConnection } from '#web/kernel/socket/connection.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

const caller: Caller = {
  id: 7,
  username: 'operator',
  firstName: '',
  lastName: '',
  email: '',
  language: null,
  role: 'Watcher',
  permissions: new Set(),
  customers: new Map(),
  groups: new Set(),
  scopes: ['customer'],
  allCustomers: false,
  sites: new Map(),
};
const identity: ConnectionIdentity = { caller, sessionHash: 'hash' };

let http: Server;
let gateway: LiveGateway;
let reported: string[];
let identify: () => Promise<ConnectionIdentity | undefined>;

beforeEach(async () => {
  reported = [];
  http = createServer();
  gateway = openGateway(http, {
    identify: () => identify(),
    activeSessions: () => Promise.resolve(new Map([[identity.sessionHash, caller.id]])),
    callersOf: () => Promise.resolve(new Map([[caller.id, caller]])),
    displayOf: () => Promise.resolve(undefined),
    extendSession: () => Promise.resolve(undefined),
    modules: new Set(['alerting', 'kpi']),
    position: () => ({ epoch: 'run', seq: 1, at: 0 }),
    elements: {
      rejectionOf: () => 'NOT_FOUND',
      open: () => Promise.resolve({ ok: false, code: 'NOT_FOUND' }),
      close: () => undefined,
    },
    flows: {
      rejectionOf: () => 'NOT_FOUND',
      siteOf: () => undefined,
      open: () => ({ ok: false, code: 'NOT_FOUND' }),
      close: () => undefined,
    },
    editing: {
      open: () => Promise.resolve({ ok: false, code: 'NOT_FOUND' }),
      close: () => undefined,
      review: () => Promise.resolve(undefined),
    },
    clock: systemClock,
    log: silentLog,
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterEach(async () => {
  closeConnection();
  await gateway.close();
});

const origin = (): string => `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`;

const openPage = (): Promise<void> =>
  openConnection(
    {
      connected: () => undefined,
      rights: () => reported.push('rights'),
      resource: () => reported.push('resource'),
      kpis: () => reported.push('kpis'),
      annotation: () => reported.push('annotation'),
      incident: () => reported.push('incident'),
      announcement: () => reported.push('announcement'),
      ended: () => reported.push('ended'),
    },
    { host: origin() },
  );

describe('a page whose live connection is being admitted', () => {
  it('learns that its session ended before the connection began', async () => {
    identify = () => Promise.resolve(undefined);
    await openPage();
    await eventually(() => reported[0]);
    expect(reported).toEqual(['ended']);
  });

  it('learns that its session ended while the connection was identified', async () => {
    let requested = 0;
    identify = () => {
      requested += 1;
      if (requested > 1) return Promise.resolve(undefined);
      // The session was found, and ends before the response arrives.
      gateway.endSession(identity.sessionHash);
      return Promise.resolve(identity);
    };
    await openPage();
    await eventually(() => reported[0]);
    expect(reported).toEqual(['ended']);
    expect(requested).toBe(2);
  });

  it('is admitted as soon as the server can identify the user again', async () => {
    let requested = 0;
    identify = () => {
      requested += 1;
      return requested === 1 ? Promise.reject(new Error('the store is away')) : Promise.resolve(identity);
    };
    await openPage();
    await eventually(() => (liveState.get() === 'live' ? true : undefined));
    expect(requested).toBe(2);
    expect(reported).toEqual([]);
  });

  it('notices within 20 seconds that the server hangs', async () => {
    const reply = await fetch(`${origin()}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: origin() },
    });
    // The first packet of Engine.IO, its type before the JSON.
    const { pingInterval, pingTimeout } = JSON.parse((await reply.text()).slice(1)) as Record<string, number>;
    expect((pingInterval ?? NaN) + (pingTimeout ?? NaN)).toBeLessThanOrEqual(20_000);
  });
});
