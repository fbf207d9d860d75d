import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DashboardDocument, DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { documentAlarms } from '#schemas/dashboard/alarm-routes.ts';
import { documentServiceRecord } from '#schemas/dashboard/kind/service-record-routes.ts';
import { documentData } from '#schemas/dashboard/document-data-routes.ts';
import { requestsOf } from '#schemas/dashboard/document-requests.ts';
import { readSdwanDashlets } from '#schemas/dashboard/sdwan-response-routes.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import { checkFrameAddress } from '#schemas/settings/iframe/iframe.ts';
import { listKpiDescriptions } from '#schemas/kpi/description.ts';
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

const many = 1_000_000;
const place = { x: 0, y: 0, width: 12, height: 8 };
const written = {
  version: DOCUMENT_VERSION,
  dashlets: [
    { id: 'd0', type: 'gauge', title: 'Traffic', place, settings: { series: [{ kpi: 'itf_in_bps' }] } },
  ],
} as unknown as WrittenDocument;

let server: ServerUnderTest;
let creator: SignedInUser;
let shown: DocumentEntry;
let other: DocumentEntry;
let socket: LiveConnection | undefined;

const customer = (clientId: string): number => server.customers.get(clientId)!;
const dashboard = (id: number, clientId = 'acme', remaining = ''): string =>
  `/api/v1/customers/${String(customer(clientId))}/dashboard/${String(id)}${remaining}`;
const create = (name: string, clientId = 'acme') =>
  post<DocumentEntry>(creator.page, `/customers/${String(customer(clientId))}/dashboard`, {
    name: uniqueName(name),
    document: written,
  });

beforeAll(async () => {
  server = await openServer({
    rates: { perAddress: many, perVisitor: many, perSession: many, signInsPerAddress: many },
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  creator = await someone(
    server,
    ['API.read', 'ALERT.read', 'DASHBOARD.write', 'HOME.write', 'PRIVATE.RESOURCE.write'],
    ['acme', 'globex'],
  );
  [shown, other] = [await create('shown'), await create('other')];
});
afterEach(() => socket?.disconnect());
afterAll(() => server.close());

const draft = (documents: readonly number[], clientId = 'acme') => ({
  name: uniqueName('wall'),
  customer: customer(clientId),
  documents,
  days: 30,
});
const displayOf = (documents: readonly number[]) =>
  post<{ token: string; made: ApiToken }>(creator.page, '/token/display/dashboard', draft(documents));

/** A wall: no cookies, only its token. */
const send = (
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
) =>
  server.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body }),
  });

async function connect(token: string): Promise<LiveConnection> {
  const { port } = server.app.server.address() as AddressInfo;
  socket = io(`http://127.0.0.1:${String(port)}`, {
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    auth: { token },
  });
  expect(await opened(socket)).toBe('connected');
  return socket;
}

/** The request of the gauge, with another KPI if given. */
function requested(kpi?: string) {
  const period = { from: 1_800_000_000, to: 1_800_003_600 };
  const [first] = requestsOf(DashboardDocument.parse(written), { period, timeZone: 'UTC', selection: {} });
  const request = first !== undefined && 'request' in first ? first.request : expect.fail('no request');
  return kpi === undefined ? request : { ...request, series: [{ kpi }] };
}
async function states(token: string, request: object): Promise<unknown[]> {
  const { body } = await send(token, 'POST', dashboard(shown.id, 'acme', '/data'), { requests: [request] });
  const lines = body.trimEnd().split('\n');
  return lines
    .map((line) => JSON.parse(line) as DataLine)
    .map((line) => (line.state === 'error' ? line.problem.code : line.state));
}

describe('a display token of dashboards', () => {
  it('shows these dashboards of its customer, and says what it is', async () => {
    const { token, made } = await displayOf([shown.id]);
    expect(made).toMatchObject({ display: true, documents: [shown.id], customers: [customer('acme')] });
    expect((await send(token, 'GET', '/api/v1/wall')).json()).toMatchObject({
      display: { name: made.name },
      customers: [{ id: customer('acme') }],
      cross: false,
    });
    expect((await send(token, 'GET', dashboard(shown.id))).json()).toMatchObject({ name: shown.name });
    expect(await lastEvent(server, 'token.create')).toMatchObject({ subject_name: made.name });
  });

  it('reads no other dashboard, of this customer or of another', async () => {
    const { token } = await displayOf([shown.id]);
    const elsewhere = await create('elsewhere', 'globex');
    for (const url of [dashboard(other.id), dashboard(elsewhere.id, 'globex'), dashboard(shown.id, 'globex')])
      expect(statusAndCode(await send(token, 'GET', url))).toEqual([404, 'NOT_FOUND']);
    const body = { requests: [requested()] };
    const url = dashboard(other.id, 'acme', '/data');
    expect(statusAndCode(await send(token, 'POST', url, body))).toEqual([404, 'NOT_FOUND']);
  });

  it('requests what they show and nothing else, whatever its creator may request', async () => {
    const { token } = await displayOf([shown.id]);
    expect(await states(token, requested())).not.toContain('NOT_OF_DOCUMENT');
    expect(await states(token, requested('itf_out_bps'))).toContain('NOT_OF_DOCUMENT');
    const page = `/api/v1/session/iframe?url=${encodeURIComponent('https://status.example.net/')}`;
    expect((await send(token, 'GET', page)).json()).toEqual({ allowed: true });
    expect((await send(token, 'GET', '/api/v1/kpi')).statusCode).toBe(200);
  });

  it('can call nothing else, alarms neither, unless a dashboard lists them', async () => {
    const { token } = await displayOf([shown.id]);
    const { dashboard: own } = documentData;
    const serves = new Set(
      [
        readWall,
        customerDocuments.dashboard.read,
        own.data,
        own.elements,
        readSdwanDashlets.dashboard,
        documentAlarms.dashboard,
        documentServiceRecord.dashboard,
        checkFrameAddress,
        listKpiDescriptions,
      ].map(({ method, path }) => `${method} ${path}`),
    );
    // Every other route is called with a token of alarms in `display-token.test.ts`.
    const near = /\/(dashboard|home|data|elements|kpi|alert|token|link)\b/;
    const guarded = everyRoute.filter(
      ({ needs, method, path }) =>
        needs !== 'anonymous' && near.test(path) && !serves.has(`${method} ${path}`),
    );
    expect(guarded.length).toBeGreaterThan(40);
    const passed: string[] = [];
    for (const { method, path } of guarded) {
      const url = path
        .replace(':customerId', String(customer('acme')))
        .replaceAll(/:[a-z]\w*/gi, String(shown.id));
      const response = statusAndCode(await send(token, method, url));
      if (response.join() !== '403,TOKEN_SCOPE') passed.push(`${method} ${path}: ${response.join()}`);
    }
    expect(passed).toEqual([]);
  });

  it('is announced closed windows of its customer, and no alarms', async () => {
    const { token, made } = await displayOf([shown.id]);
    const live = await connect(token);
    expect(await join(live, 'window', customer('acme'))).toMatchObject({ ok: true });
    expect(await join(live, 'window', customer('globex'))).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await join(live, 'alert', customer('acme'))).toEqual({ ok: false, code: 'FORBIDDEN' });
    const ended = nextEvent(live, 'ended');
    await creator.page.send('DELETE', `/api/v1/token/${String(made.id)}`);
    await ended;
    expect(statusAndCode(await send(token, 'GET', dashboard(shown.id)))).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('shows a dashboard no longer that is deleted', async () => {
    const deleted = await create('deleted');
    const { token } = await displayOf([deleted.id]);
    await creator.page.send('DELETE', dashboard(deleted.id, 'acme', '?version=1'));
    expect(statusAndCode(await send(token, 'GET', dashboard(deleted.id)))).toEqual([404, 'NOT_FOUND']);
  });

  it('is made for dashboards that its creator reads', async () => {
    const attempt = async (by: SignedInUser, body: object) =>
      statusAndCode(await by.page.send('POST', '/api/v1/token/display/dashboard', { body }));
    expect(await attempt(creator, draft([999_999]))).toEqual([404, 'NOT_FOUND']);
    expect(await attempt(creator, draft([shown.id], 'globex'))).toEqual([404, 'NOT_FOUND']);
    expect(await attempt(creator, draft([shown.id], 'initech'))).toEqual([404, 'NOT_FOUND']);
    expect(await attempt(creator, draft([]))).toEqual([400, 'VALIDATION']);
    const blind = await someone(server, ['API.read'], ['acme']);
    expect(await attempt(blind, draft([shown.id]))).toEqual([403, 'RIGHTS_EXCEED_OWN']);
  });
});

describe('a display token of alarms', () => {
  it('reads no dashboard', async () => {
    const body = { name: uniqueName('wall'), customer: customer('acme'), days: 1 };
    const { token } = await post<{ token: string }>(creator.page, '/token/display', body);
    expect(statusAndCode(await send(token, 'GET', dashboard(shown.id)))).toEqual([403, 'TOKEN_SCOPE']);
  });
});
