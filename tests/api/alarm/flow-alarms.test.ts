import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { headerOf } from '#schemas/bus/header.ts';
import { partitionOf, subjectOf } from '#schemas/bus/stream.ts';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import type { Alarm, Cockpit } from '#schemas/cockpit/cockpit.ts';
import { flows } from '#schemas/table/flows.ts';
import { watchAlarms } from '#engine/configuration/watch-alarms.ts';
import { engineMetrics } from '#engine/worker/engine-metrics.ts';
import { engineComponents } from '#engine/engine.ts';
import { ApplicationLabels } from '#engine/target/application-labels.ts';
import { TargetRegistry } from '#engine/target/target-registry.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { START_MS } from '../../fixtures/engine/engine-network.ts';
import { aFlow, networkFlowCodec } from '../../fixtures/engine/flow-network.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { clusterFields } from '#tests/fixtures/update-fields.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

const WINDOW_SECONDS = 10;
const PARTITIONS = 2;
const HTTPS = 3 * 2 ** 32 + 443;

let server: ServerUnderTest;
let page: Browser;
let stopEngine: () => Promise<void>;
let labels: ApplicationLabels;
let customer: number;
let sites: readonly number[];

/** The engine as its process composes it, on the stores of the server. */
async function startEngine({
  stack: { bus, db, clickhouse },
}: ServerUnderTest): Promise<() => Promise<void>> {
  const controller = new AbortController();
  const metrics = engineMetrics(openMetrics());
  const components = engineComponents({
    bus,
    clock: systemClock,
    log: silentLog,
    metrics,
    engine: 'engine',
    epoch: 'run 1',
    partitions: PARTITIONS,
    windowSeconds: WINDOW_SECONDS,
    allowedLatenessMs: 1_000,
    checkpointMs: 50,
    configuration: async (signal) => {
      const needs = { db, bus, clock: systemClock, log: silentLog, signal };
      const inventory = await watchInventory(needs, { targets: true });
      const targets = new TargetRegistry({ ...needs, metrics, inventory: () => inventory.current });
      labels = new ApplicationLabels({ ...needs, clickhouse, inventory: () => inventory.current });
      return { inventory, targets, alarms: await watchAlarms(needs) };
    },
  });
  const started: Awaited<ReturnType<Component['start']>>[] = [];
  for (const component of components) started.push(await component.start(controller.signal));
  return async () => {
    controller.abort();
    for (const one of started.reverse()) await one?.stop?.();
  };
}

beforeAll(async () => {
  server = await openServer({ engine: 'none', partitions: PARTITIONS });
  customer = server.customers.get('acme')!;
  sites = [...server.inventory().sites.values()]
    .filter((site) => site.customer === customer)
    .map(({ id }) => id);
  stopEngine = await startEngine(server);
  await server.account({
    username: 'admin',
    permissions: [
      'TEMPLATE.COCKPIT.write',
      'ALERT.read',
      'PARAMETERS.CLUSTER.write',
      'PARAMETERS.CLUSTER.read',
    ],
  });
  page = await server.signedIn('admin');
  await eventually(async () => {
    await server.clock.leap(1_000);
    return server.mirror.isReady ? true : undefined;
  });
});
afterAll(async () => {
  await stopEngine();
  await server.close();
});

let windows = 0;
/** A window goes by in which a site has so much HTTPS with the other one. */
async function flow(bytes: number): Promise<void> {
  const at = START_MS + windows * WINDOW_SECONDS * 1_000;
  windows += 1;
  const [site = 0, remote = 0] = sites;
  const rows = [
    aFlow({
      at,
      customer,
      site,
      source_site: site,
      destination_site: remote,
      application: BigInt(HTTPS),
      dscp: 46,
      bytes: BigInt(bytes),
    }),
  ];
  const subject = subjectOf('flows', partitionOf(customer, PARTITIONS));
  await server.stack.bus.publisher().publish({
    subject,
    data: networkFlowCodec.encode(rows),
    headers: headerOf(flows, { rows: 1, first: at, last: at }),
  });
}

async function alerting(): Promise<AlertSnapshot> {
  const reply = await page.get(`/api/v1/customers/${String(customer)}/alert`);
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

/** Closes windows until the running alarms are as expected. */
const until = (bytes: number, isThere: (alarms: readonly AlarmRow[]) => boolean): Promise<AlertSnapshot> =>
  eventually(async () => {
    await flow(bytes);
    // The server takes changed definitions, and requests again, by its own clock.
    await server.clock.leap(500);
    const snapshot = await alerting();
    return isThere(snapshot.alarms) ? snapshot : undefined;
  });

const clusterUrl = (id?: number): string =>
  `/api/v1/customers/${String(customer)}/cluster${id === undefined ? '' : `/${String(id)}`}`;

it('alarms on applications, classes, conversations, sites and clusters raise, are named, and clear', async () => {
  const cockpit: Cockpit = (
    await page.send('POST', '/api/v1/mt/cockpit', { body: { name: 'Flows' } })
  ).json();
  const url = `/api/v1/mt/cockpit/${String(cockpit.id)}/alarms`;
  const add = async (change: Parameters<typeof anAlarmDraft>[0]) =>
    page.send('POST', url, { body: anAlarmDraft({ threshold: 5_000, outliers: 1, measures: 1, ...change }) });

  const sharing = `/api/v1/mt/share-resource/cockpit/${String(cockpit.id)}`;
  const shared = { version: cockpit.version, everyone: true, profiles: [], clients: [] };
  expect((await page.send('PUT', sharing, { body: shared })).statusCode).toBe(200);

  const area = await page.send('POST', clusterUrl(), {
    body: { type: 'area', name: 'North', sites },
  });
  expect(area.statusCode).toBe(200);
  const north = area.json<ClusterEntry>();
  const web = (
    await page.send('POST', clusterUrl(), {
      body: { type: 'application', name: 'Web', sites: [], everySite: true, applications: [HTTPS] },
    })
  ).json<ClusterEntry>();
  expect(web).toMatchObject({
    type: 'application',
    applications: [{ number: HTTPS, name: 'HTTPS' }],
    faults: [],
  });

  const wrong = await add({ label: 'nothing', kpi: 'itf_in_bps', target: 'cluster' });
  expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([422, 'COCKPIT_TARGET_IMPOSSIBLE']);
  const targets = ['site', 'class', 'conversation', 'area', 'cluster'] as const;
  for (const target of targets)
    expect((await add({ label: target, kpi: 'app_bytes', target })).statusCode).toBe(200);
  const perApplication: Alarm = (
    await add({
      label: 'application',
      kpi: 'app_bps',
      target: 'application',
      threshold: 4_000,
      severity: 'major',
    })
  ).json();
  expect(perApplication.target).toBe('application');
  const unsaid = await add({ label: 'any', kpi: 'app_bytes' });
  expect([unsaid.statusCode, unsaid.json<{ code: string }>().code]).toEqual([
    422,
    'COCKPIT_KPI_ALTERNATIVES',
  ]);
  const mixed = await add({ label: 'lines', kpi: 'itf_in_bps', target: 'area' });
  expect([mixed.statusCode, mixed.json<{ code: string }>().code]).toEqual([409, 'COCKPIT_SAME_TARGET']);

  const raised = await until(9_000, (alarms) => alarms.length === 6);
  const named = new Map(
    raised.alarms.map(({ name, elementName, elementKind }) => [name, [elementKind, elementName]]),
  );
  const siteName = server.inventory().sites.get(sites[0]!)!.name;
  const remoteName = server.inventory().sites.get(sites[1]!)!.name;
  expect(Object.fromEntries(named)).toEqual({
    site: ['site', siteName],
    class: ['class', 'EF'],
    conversation: ['conversation', `↔ ${remoteName}`],
    area: ['area', 'North'],
    cluster: ['cluster', 'Web'],
    application: ['application', 'HTTPS'],
  });
  expect(raised.counts).toMatchObject({ critical: 5, warning: 1 });
  // Elements without a site are not on the map.
  expect(raised.sites.find(({ site }) => site === sites[0])).toMatchObject({
    severity: 'critical',
    alarms: 4,
  });

  // The exporter's own word for the application replaces that of its port, wherever the element is named.
  await server.stack.clickhouse.command(
    `INSERT INTO application_names (customer, application, name, at) VALUES
      ({customer:UInt32}, {application:UInt64}, 'https', now64(3) - 3600), ({customer:UInt32}, {application:UInt64}, 'secure-http', now64(3))`,
    { customer, application: HTTPS },
  );
  await labels.refresh();
  await until(9_000, (alarms) => alarms.some(({ elementName }) => elementName === 'secure-http'));
  const search = `/api/v1/mt/cockpit/${String(cockpit.id)}/alarms/${String(perApplication.id)}/thresholds/elements?search=secure`;
  expect((await page.get(search)).json<{ elements: unknown[] }>().elements).toMatchObject([
    { name: 'secure-http', kind: 'application', customer: { id: customer } },
  ]);
  expect((await page.get(clusterUrl())).json<{ clusters: ClusterEntry[] }>().clusters).toMatchObject([
    { name: 'North' },
    { name: 'Web', applications: [{ number: HTTPS, name: 'secure-http' }] },
  ]);

  // A threshold of one application at one site, as of every element.
  const { element } = raised.alarms.find(({ name }) => name === 'application')!;
  const own = { version: perApplication.version, target: { element }, value: 1_000 };
  const put = await page.send('PUT', `${url}/${String(perApplication.id)}/thresholds`, { body: own });
  expect(put.statusCode).toBe(200);
  await until(100, (alarms) => alarms.length === 0);

  // A cluster that is deleted takes its alarm along.
  await until(9_000, (alarms) => alarms.some(({ name }) => name === 'area'));
  const deleted = await page.send('DELETE', `${clusterUrl(north.id)}?version=${String(north.version)}`);
  expect(deleted.statusCode).toBe(200);
  await until(9_000, (alarms) => alarms.length > 0 && !alarms.some(({ name }) => name === 'area'));
});

it('clusters belong to one customer, reject stale versions, and report missing members', async () => {
  const body = { type: 'application', name: 'CRM', sites: [sites[0]!], applications: [256 * 2 ** 32 + 999] };
  const made = (await page.send('POST', clusterUrl(), { body })).json<ClusterEntry>();
  expect(made.faults).toEqual([{ is: 'application gone', application: 256 * 2 ** 32 + 999 }]);
  expect((await page.send('POST', clusterUrl(), { body })).json<{ code: string }>().code).toBe('NAME_TAKEN');

  const foreign = server.customers.get('globex')!;
  const elsewhere = `/api/v1/customers/${String(foreign)}/cluster/${String(made.id)}`;
  expect((await page.send('DELETE', `${elsewhere}?version=1`)).statusCode).toBe(404);
  const foreignSite = [...server.inventory().sites.values()].find((site) => site.customer === foreign)!.id;
  const theft = await page.send('POST', clusterUrl(), {
    body: { type: 'area', name: 'Theirs', sites: [foreignSite] },
  });
  expect(theft.statusCode).toBe(400);
  expect(theft.json<{ errors: { path: string }[] }>().errors.map(({ path }) => path)).toEqual(['body.sites']);

  const changed = { ...clusterFields, ...body, name: 'CRM of Lyon' };
  const put = (version: number) =>
    page.send('PUT', clusterUrl(made.id), { body: { cluster: changed, version } });
  expect((await put(made.version)).json()).toMatchObject({ name: 'CRM of Lyon', version: made.version + 1 });
  expect((await put(made.version)).json<{ code: string }>().code).toBe('CONFLICT');

  await server.stack.db.deleteFrom('network_element').where('id', '=', sites[0]!).execute();
  const listed = (await page.get(clusterUrl())).json<{ clusters: ClusterEntry[] }>().clusters;
  expect(listed.find(({ id }) => id === made.id)?.faults[0]).toEqual({ is: 'no sites' });
  const { rows } = { rows: await server.stack.db.selectFrom('audit_event').select('action').execute() };
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['cluster.create', 'cluster.update']),
  );

  await server.account({ username: 'reader', permissions: ['PARAMETERS.CLUSTER.read'], customers: ['acme'] });
  const reader = await server.signedIn('reader');
  expect((await reader.get(clusterUrl())).statusCode).toBe(200);
  expect((await reader.send('POST', clusterUrl(), { body })).statusCode).toBe(403);
});
