import { eventsOfText, insertEvents } from '../../fixtures/engine/event-text.ts';
import { afterAll, beforeAll } from 'vitest';
import { packJson } from '#platform/bus/packed-json.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { CockpitDocument } from '#schemas/cockpit/version.ts';
import { DiscoveryRequest } from '#schemas/discovery/request.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import type { Route } from '#schemas/route.ts';
import { everyRoute as routes } from '#tests/fixtures/every-route.ts';
import { addImportRow } from '#tests/fixtures/provisioning/import-rows.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { scheduleRows } from '#tests/fixtures/scheduling/scheduling-under-test.ts';

export const named = (list: readonly Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const);

const isPermission = ({ needs }: Route): boolean => needs !== 'anonymous' && needs !== 'signed-in';
export const guarded = routes.filter(isPermission);

/** Version 1 of every cockpit. */
async function storeVersions({ stack: { db }, clock }: ServerUnderTest): Promise<void> {
  const cockpits = await db.selectFrom('resource').select('id').where('kind', '=', 'cockpit').execute();
  const document = CockpitDocument.parse({ name: 'Kept', description: '', alarms: [] });
  const at = clock.now();
  for (const { id } of cockpits)
    await db
      .insertInto('cockpit_version')
      .values({ cockpit_id: id, number: 1, author_id: null, at, restored: null, document })
      .execute();
}

const siteOf = (server: ServerUnderTest, customer: number): number =>
  [...server.inventory().sites.values()].find((site) => site.customer === customer)?.id ?? 1;

/** An incident of an alarm that has run at a site of a customer for an hour. */
async function anIncident(server: ServerUnderTest, customer: number): Promise<string> {
  const from = Math.floor(server.clock.now().getTime() / 1_000) - 3_600;
  const site = siteOf(server, customer);
  const subject = { customer, site, element: 9_001, alarm: server.alarms.open, from };
  await insertEvents(server.stack.clickhouse, eventsOfText('+0', subject));
  return `${String(site)}:0:${String(from)}`;
}

/** A device of a customer. */
async function aDevice(server: ServerUnderTest, customer: number): Promise<number> {
  const { db } = server.stack;
  const place = { customer_id: customer, parent_id: siteOf(server, customer) };
  const { id } = await db
    .insertInto('network_element')
    .values({ ...place, kind: 'device', name: 'edge of the matrix' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('device').values({ id, address: '192.0.2.77' }).execute();
  await server.followInventory();
  return id;
}

/** A silence of every customer. */
async function aSilence(db: Db): Promise<number> {
  const match = { alarms: [], severities: [], sites: [], elements: [] };
  const times = { starts_at: new Date(0), ends_at: new Date(1) };
  const { id } = await db
    .insertInto('silence')
    .values({ match, ...times, reason: 'Works', author: 'another user' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A discovery of a customer. */
async function aDiscovery({ stack: { db }, clock }: ServerUnderTest, customer: number): Promise<number> {
  const site = await db
    .selectFrom('network_element')
    .select(['id', 'customer_id'])
    .where('customer_id', '=', customer)
    .executeTakeFirstOrThrow();
  const request = DiscoveryRequest.parse({
    site: site.id,
    ranges: ['192.0.2.1'],
    credentials: [{ community: 'public' }],
  });
  const { id } = await db
    .insertInto('discovery_run')
    .values({
      customer_id: site.customer_id,
      site_id: site.id,
      state: 'finished',
      request,
      progress: { addresses: 1, queried: 1, found: 0, rejections: {}, rejected: [] },
      created_at: clock.now(),
      created_by: 'another user',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sends no body and, for a write, a valid token: only a missing permission or the missing body can reject it. */
export const send = (page: Browser, { method }: Route, url: string) =>
  method === 'GET'
    ? page.get(url)
    : page.send(method, url, { body: '', headers: { 'content-type': 'application/json' } });

export const accountOf = async (page: Browser): Promise<number> =>
  ((await page.get('/api/v1/session')).json() as { user: { id: number } }).user.id;

export const problemCodeOf = (response: { json: () => unknown }): unknown =>
  (response.json() as { code?: unknown }).code;

/** What the parameters of routes name: each has rows of its own. */
interface Rows {
  readonly discovery: number;
  readonly importRun: number;
  readonly silence: number;
  /** A schedule of reports of the own customer. */
  readonly scheduling: number;
  readonly device: number;
  /** Of an alarm that runs at a site of the own customer. */
  readonly incident: string;
}

type Customers = readonly string[] | 'every';
const twoCustomers: Customers = ['acme', 'globex'];

/** A server with customers of the user and a foreign one, for which each route is called. */
class MatrixServer {
  readonly #alike = new Map<string, Promise<Browser>>();
  readonly #rows: Rows;
  readonly server: ServerUnderTest;
  #made = 0;

  constructor(server: ServerUnderTest, rows: Rows) {
    this.server = server;
    this.#rows = rows;
  }

  get own(): number {
    return this.server.customers.get('acme')!;
  }

  get foreign(): number {
    return this.server.customers.get('initech')!;
  }

  urlOf({ path, method }: Route, customer: number, id = '1'): string {
    const { discovery, importRun, silence, device, scheduling, incident } = this.#rows;
    return path
      .replace('/report/:resourceId/run/:runId', `/report/${id}/run/${id}`)
      .replace(':id', id)
      .replace(':resourceId', id)
      .replace(':imageId', id)
      .replace(':annotation', id)
      .replace(':application/documents', `${id}/documents`)
      .replace(':customerId', String(customer))
      .replace(':alarm', String(this.server.alarms.open))
      .replace(':incident', incident)
      .replace('/kpi/:key', '/kpi/itf_in_bps')
      .replace('/formulas/:scope', '/formulas/snmp')
      .replace('/inventory/:kind/:element/sdwan-alarms', `/inventory/device/${String(device)}/sdwan-alarms`)
      .replace('/inventory/:kind/:element', `/inventory/site/${String(siteOf(this.server, customer))}`)
      .replace('/inventory/:kind', '/inventory/site')
      .replace(':discoveryId', String(discovery))
      .replace(':importId', String(importRun))
      .replace(':silence', method === 'GET' ? String(silence) : '1')
      .replace(':schedulingId', method === 'GET' ? String(scheduling) : '1')
      .replaceAll(/:[a-z]\w*/gi, '1');
  }

  call(page: Browser, route: Route, customer = this.own, id = '1') {
    return send(page, route, this.urlOf(route, customer, id));
  }

  /** A user with these permissions, for two customers by default. */
  async someone(permissions: Iterable<Permission>, customers = twoCustomers): Promise<Browser> {
    this.#made += 1;
    const username = `user-${String(this.#made)}`;
    const seen = customers === 'every' ? {} : { customers };
    const account = await this.server.account({ username, permissions: [...permissions], ...seen });
    return this.server.withSession(account);
  }

  /** A user with these permissions, shared by calls that are rejected: those change nothing. */
  someoneRejected(permissions: Iterable<Permission>, customers = twoCustomers): Promise<Browser> {
    const rights = [...permissions].toSorted();
    const key = [...rights, String(customers)].join();
    const known = this.#alike.get(key) ?? this.someone(rights, customers);
    this.#alike.set(key, known);
    return known;
  }
}

async function start(signal: AbortSignal): Promise<MatrixServer> {
  const many = 1_000_000;
  const server = await openServer({
    rates: { perAddress: many, perVisitor: many, perSession: many, signInsPerAddress: many },
  });
  const own = server.customers.get('acme')!;
  const { db, bus } = server.stack;
  const discovery = await aDiscovery(server, own);
  const importRun = await addImportRow(db, {
    name: 'acme.csv',
    customer: own,
    author: null,
    at: server.clock.now(),
  });
  const silence = await aSilence(db);
  const device = await aDevice(server, own);
  const { scheduling } = await scheduleRows(server.stack, {
    customer: own,
    owner: null,
    name: 'acme schedule',
    at: server.clock.now(),
  });
  await storeVersions(server);
  bus.subscribe(
    subjects.polledDevices,
    ({ respond }) => {
      respond(packJson({ poller: 'poller', pollers: 1, devices: [] }));
    },
    { signal },
  );
  await bus.flush();
  const incident = await anIncident(server, own);
  return new MatrixServer(server, { discovery, importRun, silence, device, scheduling, incident });
}

/** A server for one test file, from its first test to its last; call it at the top of the file. */
export function matrixServerOfFile(): () => MatrixServer {
  const listening = new AbortController();
  let started: MatrixServer | undefined;
  const startedServer = (): MatrixServer => {
    if (started === undefined) throw new Error('used before the tests began');
    return started;
  };
  beforeAll(async () => {
    started = await start(listening.signal);
  });
  afterAll(async () => {
    listening.abort();
    await startedServer().server.close();
  });
  return startedServer;
}
