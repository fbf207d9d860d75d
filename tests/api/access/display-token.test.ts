import { readReportSettings } from '#schemas/report/routes.ts';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AddressInfo } from 'node:net';
import { listIncidents } from '#schemas/alerting/incident/incident.ts';
import { readAlerts, readCustomerAlerts } from '#schemas/alerting/routes.ts';
import { listKpiDescriptions } from '#schemas/kpi/description.ts';
import { checkFrameAddress } from '#schemas/settings/iframe/iframe.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { readWall, type ApiToken } from '#schemas/token/routes.ts';
import { everyRoute } from '#tests/fixtures/every-route.ts';
import {
  lastEvent,
  post,
  someone,
  uniqueName,
  type SignedInUser,
} from '../../fixtures/server/administrator.ts';
import { openServer, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { join, nextEvent, opened, type LiveConnection } from './live.ts';

const WALL = '/api/v1/wall';
const CROSS = '/api/v1/cc/alert';
const many = 1_000_000;
let server: ServerUnderTest;
let open: LiveConnection[] = [];
beforeAll(async () => {
  server = await openServer({
    rates: { perAddress: many, perVisitor: many, perSession: many, signInsPerAddress: many },
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const socket of open) socket.disconnect();
  open = [];
});
afterAll(() => server.close());

const customer = (clientId: string): number => server.customers.get(clientId)!;
const alerts = (clientId: string): string => `/api/v1/customers/${String(customer(clientId))}/alert`;
const creator = () => someone(server, ['API.read', 'ALERT.read', 'ROLE.write'], ['acme', 'globex']);

async function displayOf(who: SignedInUser, clientId: string | null, days = 30) {
  const body = { name: uniqueName('wall'), customer: clientId === null ? null : customer(clientId), days };
  return post<{ token: string; made: ApiToken }>(who.page, '/token/display', body);
}

/** A wall: no cookies, only its token. */
const wall = (token: string) => ({
  get: (url: string) =>
    server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } }),
  send: (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string) =>
    server.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } }),
});

async function connect(token: string): Promise<{ socket: LiveConnection; outcome: string }> {
  const { port } = server.app.server.address() as AddressInfo;
  const socket: LiveConnection = io(`http://127.0.0.1:${String(port)}`, {
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    auth: { token },
  });
  open.push(socket);
  return { socket, outcome: await opened(socket) };
}

async function loseAlarms({ account }: SignedInUser): Promise<void> {
  const role = server.stack.db.selectFrom('account').select('role_id').where('id', '=', account);
  await server.stack.db
    .deleteFrom('role_permission')
    .where('role_id', '=', role)
    .where('permission', '=', 'ALERT.read')
    .execute();
}

describe('a display token', () => {
  it('of a customer shows that customer', async () => {
    const who = await creator();
    const { token, made } = await displayOf(who, 'acme');
    expect(made).toMatchObject({ display: true, customers: [customer('acme')] });
    expect(made.permissions.filter((permission) => !permission.startsWith('HOME'))).toEqual(['ALERT.read']);
    const { get } = wall(token);
    expect((await get(WALL)).json()).toMatchObject({
      display: { name: made.name, expiresAt: made.expiresAt },
      customers: [{ id: customer('acme') }],
      cross: false,
    });
    expect((await get(alerts('acme'))).statusCode).toBe(200);
    expect(statusAndCode(await get(alerts('globex')))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await get(CROSS))).toEqual([403, 'FORBIDDEN']);
  });

  it('of all customers shows those of its creator', async () => {
    const { token } = await displayOf(await creator(), null);
    const { get } = wall(token);
    expect((await get(WALL)).json()).toMatchObject({ cross: true });
    expect((await get(CROSS)).statusCode).toBe(200);
    expect((await get(alerts('globex'))).statusCode).toBe(200);
    expect(statusAndCode(await get(alerts('initech')))).toEqual([404, 'NOT_FOUND']);
  });

  it('can call nothing but what a wall needs, whatever its creator may', async () => {
    const { token } = await displayOf(await someone(server), null);
    const serves = new Set<string>(
      [
        readWall,
        readAlerts,
        listIncidents,
        readCustomerAlerts,
        checkFrameAddress,
        listKpiDescriptions,
        // Two limits of the configuration.
        readReportSettings,
      ].map(({ path }) => path),
    );
    const guarded = everyRoute.filter(
      ({ needs, method, path }) => needs !== 'anonymous' && !(method === 'GET' && serves.has(path)),
    );
    expect(guarded.length).toBeGreaterThan(150);
    const passed: string[] = [];
    for (const { method, path } of guarded) {
      const url = path.replace(':customerId', String(customer('acme'))).replaceAll(/:[a-z]\w*/gi, '1');
      const response = statusAndCode(await wall(token).send(method, url));
      if (response.join() !== '403,TOKEN_SCOPE') passed.push(`${method} ${path}: ${response.join()}`);
    }
    expect(passed).toEqual([]);
  });

  it('never exceeds what its creator may do and see', async () => {
    const blind = await someone(server, ['API.read'], ['acme']);
    const body = { name: 'wall', customer: customer('acme'), days: 1 };
    expect(statusAndCode(await blind.page.send('POST', '/api/v1/token/display', { body }))).toEqual([
      403,
      'RIGHTS_EXCEED_OWN',
    ]);
    const foreign = { ...body, customer: customer('initech') };
    expect(
      statusAndCode(await (await creator()).page.send('POST', '/api/v1/token/display', { body: foreign })),
    ).toEqual([404, 'NOT_FOUND']);
  });

  it('loses what its creator loses, on open walls within the next review', async () => {
    const who = await creator();
    const { token } = await displayOf(who, null);
    const { socket } = await connect(token);
    expect(await join(socket, 'alert', customer('globex'))).toMatchObject({ ok: true });
    const rights = nextEvent(socket, 'rights');
    await server.stack.db
      .deleteFrom('account_customer')
      .where('account_id', '=', who.account)
      .where('customer_id', '=', customer('globex'))
      .execute();
    await server.clock.leap(61_000);
    await rights;
    expect(await join(socket, 'alert', customer('globex'))).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect((await wall(token).get(alerts('acme'))).statusCode).toBe(200);
    await loseAlarms(who);
    await server.clock.leap(61_000);
    expect(statusAndCode(await wall(token).get(alerts('acme')))).toEqual([403, 'TOKEN_SCOPE']);
    expect(await join(socket, 'alert', customer('acme'))).toEqual({ ok: false, code: 'FORBIDDEN' });
  });

  it('opens a live connection for alarms only, which ends when it is revoked', async () => {
    const who = await creator();
    const { token, made } = await displayOf(who, 'acme');
    const { socket, outcome } = await connect(token);
    expect(outcome).toBe('connected');
    expect(await join(socket, 'count', customer('acme'))).toMatchObject({ ok: true });
    expect(await join(socket, 'window', customer('acme'))).toEqual({ ok: false, code: 'FORBIDDEN' });
    expect(await join(socket, 'alert', customer('globex'))).toEqual({ ok: false, code: 'NOT_FOUND' });
    const { tokens } = (await who.page.get('/api/v1/token')).json() as { tokens: ApiToken[] };
    expect(tokens).toMatchObject([{ id: made.id, display: true }]);
    const ended = nextEvent(socket, 'ended');
    expect((await who.page.send('DELETE', `/api/v1/token/${String(made.id)}`)).statusCode).toBe(200);
    await ended;
    expect(statusAndCode(await wall(token).get(WALL))).toEqual([401, 'UNAUTHENTICATED']);
    expect((await connect(token)).outcome).toBe('UNAUTHENTICATED');
    expect(await lastEvent(server, 'token.revoke')).toMatchObject({ subject_name: made.name });
  });

  it('expires, also on a wall that shows it', async () => {
    const { token } = await displayOf(await creator(), 'acme', 1);
    const { socket } = await connect(token);
    const ended = nextEvent(socket, 'ended');
    await server.clock.leap(DAY_MS + 61_000);
    await ended;
    expect(statusAndCode(await wall(token).get(WALL))).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('is no API token: a live connection takes no other', async () => {
    const who = await creator();
    const body = { name: uniqueName('token'), permissions: ['ALERT.read'], customers: 'all', days: 1 };
    const { token } = await post<{ token: string }>(who.page, '/token', body);
    expect((await connect(token)).outcome).toBe('UNAUTHENTICATED');
  });
});
