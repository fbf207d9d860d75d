import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { AlarmRow, AlertState } from '#schemas/alerting/alert.ts';
import { customApplicationNumber } from '#schemas/application/application-name.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { kpis } from '#schemas/kpi/library.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { rounds } from '#tests/fixtures/rounds.ts';
import { statedAttributes } from '#tests/fixtures/update-fields.ts';
import { eventsOfText, insertEvents } from '../../fixtures/engine/event-text.ts';
import {
  openServer,
  quietState,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const FROM = Math.floor(Date.now() / 1_000 / DAY) * DAY - DAY;
const TO = FROM + HOUR;
const [PORT, HIDDEN_PORT, FOREIGN_PORT] = [8_001, 8_002, 8_003];
/** A snapshot of these is compressed once for all who read it. */
const RUNNING = 1_001;

const everything: readonly Permission[] = [
  'ALERT.read',
  'ALERT.write',
  'DASHBOARD.read',
  'NETWORK.read',
  'EXTRA.RESTRICTED.read',
  'SETTINGS.SMTP.read',
];
const without = (...missing: readonly Permission[]) => everything.filter((each) => !missing.includes(each));

type Network = Pick<ServerUnderTest, 'customers' | 'alarms' | 'inventory'>;

const sitesOf = ({ customers, inventory }: Network, clientId: string): readonly number[] =>
  [...inventory().sites.values()].flatMap(({ id, customer }) =>
    customer === customers.get(clientId) ? [id] : [],
  );

/** Alarms that run at both sites of a customer, some of them of restricted visibility. */
function states(network: Network): AlertState[] {
  const { customers, alarms } = network;
  const sites = sitesOf(network, 'acme');
  const rows = Array.from({ length: RUNNING }, (_, index): AlarmRow => {
    const alarm = index % 5 === 0 ? alarms.restricted : alarms.open;
    const element = index + 1;
    return {
      id: `${String(alarm)}:${String(element)}`,
      alarm,
      element,
      name: 'Saturated',
      kpi: 'itf_in_util',
      severity: 'critical',
      site: sites[index % 3 === 0 ? 1 : 0]!,
      siteName: 'a site',
      elementName: `Gi0/${String(element)}`,
      elementKind: 'interface',
      operator: '>',
      threshold: 80,
      thresholdFrom: 'alarm',
      outliers: 1,
      measures: 1,
      recent: [91],
      window: 0,
      length: 300,
      since: 0,
    } as AlarmRow;
  });
  return [...customers.values()].map((customer) => ({
    ...quietState(customer),
    alarms: customer === customers.get('acme') ? rows : [],
  }));
}

let server: ServerUnderTest;
/** Queries that ClickHouse was sent. */
let queries = 0;
const counting = (store: ClickHouse): ClickHouse =>
  new Proxy(store, {
    get(target, name, receiver) {
      if (name === 'query') queries += 1;
      const value: unknown = Reflect.get(target, name, receiver);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

const customer = (clientId = 'acme'): number => server.customers.get(clientId)!;

/** Alarms, notes, a notified target, values and traffic of both sites of acme, and of globex. */
async function fill(author: number, owner: number): Promise<void> {
  const { db, clickhouse } = server.stack;
  const [here = 0, there = 0] = sitesOf(server, 'acme');
  const [foreign = 0] = sitesOf(server, 'globex');
  const { open, restricted } = server.alarms;
  const at = (site: number, element: number, alarm = open, of = customer()) =>
    eventsOfText('+10 a12Ada', { customer: of, site, element, alarm, from: FROM });
  const events = [
    ...at(here, PORT),
    ...at(here, PORT, restricted),
    ...at(there, HIDDEN_PORT),
    ...at(foreign, FOREIGN_PORT, open, customer('globex')),
  ];
  await insertEvents(clickhouse, events);
  const none = JSON.stringify([]) as never;
  const { id: target } = await db
    .insertInto('alarm_mail')
    .values({
      name: 'Night shift',
      subject: '',
      body: '',
      trigger: 'both',
      grouping: 'single',
      enabled: false,
      recipients: none,
      alarms: none,
      customers: none,
      severities: none,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const written = { created_at: server.clock.now(), updated_at: server.clock.now() };
  await db
    .insertInto('notification_delivery')
    .values({
      kind: 'mail',
      target,
      state: 'delivered',
      events: 1,
      attempts: 1,
      response: '',
      key: 'one',
      ...written,
      customer_id: customer(),
      event_ids: events.map(({ event }) => Buffer.from(event).toString('hex')),
    })
    .execute();
  const noted = [
    [open, PORT, 'carrier called'],
    [restricted, PORT, 'only for some'],
    [open, HIDDEN_PORT, 'only there'],
  ] as const;
  await db
    .insertInto('alarm_note')
    .values(
      noted.map(([alarm_id, element_id, text]) => ({
        alarm_id,
        element_id,
        text,
        customer_id: customer(),
        author_id: author,
        author: 'Ada',
        since: new Date((FROM + 600) * 1_000),
        created_at: new Date((FROM + 900) * 1_000),
      })),
    )
    .execute();
  const { id: resource } = await db
    .insertInto('resource')
    .values({
      kind: 'application',
      name: 'Payroll',
      owner_id: owner,
      customer_id: customer(),
      visibility: 'private',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: application } = await db
    .insertInto('custom_application')
    .values({
      resource_id: resource,
      sort_order: resource,
      attributes: { ...statedAttributes({ ports: ['4321'] }) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [of, site, element] of [
    [customer(), here, PORT],
    [customer(), there, HIDDEN_PORT],
    [customer('globex'), foreign, FOREIGN_PORT],
  ] as const) {
    const start = `toDateTime(${String(FROM - DAY)} + number * 300, 'UTC')`;
    await clickhouse.command(`INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
      SELECT ${String(of)}, ${String(site)}, ${String(element)}, ${String(kpis.itf_in_bps.id)}, ${start}, 300, ${String(element)} + number, ${String(element)} + number, 1 FROM numbers(576)`);
    await clickhouse.command(`INSERT INTO flows_5m (customer, site, at, application, bytes, packets, flows)
      SELECT ${String(of)}, ${String(site)}, ${start}, ${String(customApplicationNumber(application))}, ${String(element)}, 1, 1 FROM numbers(576)`);
  }
}

/** Users who see different things of the same customers; the first two see the same. */
const users: readonly (readonly [name: string, permissions: readonly Permission[], regions: string[]])[] = [
  ['all of it', everything, []],
  ['all of it, too', everything, []],
  ['no names of targets', without('SETTINGS.SMTP.read'), []],
  ['no restricted alarms', without('EXTRA.RESTRICTED.read'), []],
  ['one region', everything, ['South']],
  ['the other region', everything, ['North']],
  ['no values', without('DASHBOARD.read'), []],
  ['no region', everything, ['West']],
];

let pages: readonly Browser[];

beforeAll(async () => {
  const many = 1_000_000;
  server = await openServer({
    startsAt: TO * 1_000,
    engine: states,
    withStore: counting,
    rates: { perAddress: many, perVisitor: many, perSession: many, signInsPerAddress: many },
  });
  await eventually(() => (server.mirror.isReady ? true : undefined));
  const { db } = server.stack;
  const accounts: number[] = [];
  for (const [username, permissions, regions] of users) {
    const customers = ['acme', 'globex'];
    const account_id = await server.account({ username, permissions, customers });
    accounts.push(account_id);
    if (regions.length === 0) continue;
    const place = { account_id, customer_id: customer() };
    await db.insertInto('account_restriction').values(place).execute();
    await db
      .insertInto('account_region')
      .values(regions.map((region) => ({ ...place, region })))
      .execute();
  }
  await fill(await server.account({ username: 'author', permissions: [] }), accounts[0]!);
  pages = await Promise.all(accounts.map((account) => server.withSession(account)));
});
afterAll(() => server.close());

type Read = (page: Browser) => Promise<{ readonly statusCode: number; readonly body: string }>;

const base = (of = customer()): string => `/api/v1/customers/${String(of)}`;
const get =
  (path: string, clientId = 'acme'): Read =>
  (page) =>
    page.get(`${base(customer(clientId))}${path}`);
const data =
  (request: Partial<DataRequestInput>, clientId = 'acme'): Read =>
  async (page) => {
    const one = { id: 'one', series: [{ kpi: 'itf_in_bps' }], from: FROM - DAY, to: FROM, ...request };
    const { statusCode, body } = await page.send('POST', `${base(customer(clientId))}/data`, {
      body: { requests: [one] },
    });
    // When a request begins depends on who made it first.
    const lines = body.split('\n').filter((line) => !line.includes('"running"'));
    return { statusCode, body: lines.join('\n') };
  };
/** A large snapshot is made in steps, and sent compressed. */
const snapshot: Read = async (page) => {
  let isRead = false;
  const response = page.get(`${base()}/alert`, { 'accept-encoding': 'gzip' }).finally(() => (isRead = true));
  while (!isRead) {
    await server.clock.advance(0);
    await new Promise(setImmediate);
  }
  const { statusCode, rawPayload, headers } = await response;
  const isPacked = headers['content-encoding'] === 'gzip';
  return { statusCode, body: (isPacked ? gunzipSync(rawPayload) : rawPayload).toString() };
};

const PERIOD = `from=${String(FROM)}&to=${String(TO)}`;
const incidentAt = (place: number): string =>
  `/alert/incidents/${String(sitesOf(server, 'acme')[place])}:0:${String(FROM + 600)}`;

/** What is read once for several users at the same moment, or made from what is. */
const reads: Readonly<Record<string, () => Read>> = {
  incidents: () => get(`/alert/incidents?${PERIOD}`),
  'incidents of another customer': () => get(`/alert/incidents?${PERIOD}`, 'globex'),
  'an incident with its timeline and notes': () => get(incidentAt(0)),
  'an incident of the other site': () => get(incidentAt(1)),
  'alarms of a period with their targets': () => get(`/alert/occurrences?${PERIOD}&order=-raised&limit=50`),
  'the hand-over with its notes': () => get(`/alert/occurrences/handover?${PERIOD}`),
  'events with their targets': () => get(`/alert/history?${PERIOD}&deliveries=true`),
  'notes of a period': () => get(`/alert/note?${PERIOD}`),
  'notes of an alarm': () => get(`/alert/${String(server.alarms.restricted)}/${String(PORT)}/note`),
  'running alarms': () => snapshot,
  'sites by what is newest': () => get('/inventory/site?live=true&orderBy=alarms&order=descending'),
  'values by site': () => data({ keys: ['site'], breakdown: { kind: 'all' } }),
  'values over time': () => data({ keys: ['date'], display: '1h' }),
  'days of Paris': () => data({ keys: ['date'], display: '1d', timeZone: 'Europe/Paris' }),
  'days of Tokyo': () => data({ keys: ['date'], display: '1d', timeZone: 'Asia/Tokyo' }),
  'values of another customer': () => data({ keys: ['site'], breakdown: { kind: 'all' } }, 'globex'),
  'traffic by application': () =>
    data({ series: [{ kpi: 'app_bytes' }], keys: ['application'], breakdown: { kind: 'all' } }),
};

const shownBy = async (read: Read, page: Browser): Promise<string> => {
  const { statusCode, body } = await read(page);
  return `${String(statusCode)} ${body.replaceAll(/"(instance|requestId)":"[^"]*"/g, '')}`;
};

describe.each(Object.entries(reads))('%s', (name, read) => {
  const aloneOf = async (): Promise<readonly string[]> => {
    const alone: string[] = [];
    for (const page of pages) alone.push(await shownBy(read(), page));
    return alone;
  };

  it('that users with different rights read at the same moment are what each of them reads alone', async () => {
    const alone = await aloneOf();
    expect(alone[0]).toMatch(/^200 /);
    expect(alone[0]).not.toContain('"state":"error"');
    // The first one owns the application.
    if (name !== 'traffic by application') expect(alone[1]).toBe(alone[0]);
    for (let round = 0; round < rounds(12); round += 1) {
      // Each of them is the first one in some round.
      const order = pages.map((_page, place) => (place * (round % 2 === 0 ? 1 : -1) + round) % pages.length);
      const places = order.map((place) => (place + pages.length) % pages.length);
      const together = await Promise.all(places.map((place) => shownBy(read(), pages[place]!)));
      expect(together).toEqual(places.map((place) => alone[place]));
    }
    expect(await aloneOf()).toEqual(alone);
  });
});

it('reads of the same moment overlap: what two users with the same rights read is read once', async () => {
  const read = reads['incidents']!();
  const readBy = async (readers: readonly Browser[]): Promise<number> => {
    const before = queries;
    await Promise.all(readers.map((page) => read(page)));
    return queries - before;
  };
  const [one, two] = pages as [Browser, Browser];
  const alone = await readBy([one]);
  const together: number[] = [];
  for (let round = 0; round < 10; round += 1) together.push(await readBy([one, two]));
  expect(Math.min(...together)).toBeLessThan(2 * alone);
});

it('what users may not see differs in what they read: target, restricted alarm, region, private application', async () => {
  const shown = async (name: keyof typeof reads, user: number): Promise<string> =>
    shownBy(reads[name]!(), pages[user]!);
  expect(await shown('alarms of a period with their targets', 0)).toContain('Night shift');
  expect(await shown('alarms of a period with their targets', 2)).not.toContain('Night shift');
  expect(await shown('the hand-over with its notes', 0)).toContain('only for some');
  expect(await shown('the hand-over with its notes', 3)).not.toContain('only for some');
  expect(await shown('the hand-over with its notes', 4)).not.toContain('only there');
  expect(await shown('traffic by application', 0)).toContain('Payroll');
  expect(await shown('traffic by application', 2)).not.toContain('Payroll');
  const incidents = await Promise.all([0, 4, 5, 7].map((user) => shown('incidents', user)));
  expect(incidents.map((text) => (JSON.parse(text.slice(4)) as { total: number }).total)).toEqual([
    2, 1, 1, 0,
  ]);
});
