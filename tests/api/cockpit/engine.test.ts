import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { partitionOf, streams, subjectOf } from '#schemas/bus/stream.ts';
import type { Alarm, Cockpit } from '#schemas/cockpit/cockpit.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { watchAlarms } from '#engine/configuration/watch-alarms.ts';
import { engineMetrics } from '#engine/worker/engine-metrics.ts';
import { engineComponents } from '#engine/engine.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { allOf, sampleMessages } from '../../fixtures/engine/engine-bus.ts';
import { aSample, eventCodec } from '../../fixtures/engine/engine-network.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

const WINDOW_SECONDS = 10;
const PARTITIONS = 2;

let server: ServerUnderTest;
let page: Browser;
let stopEngine: () => Promise<void>;
let port: { readonly id: number; readonly site: number; readonly customer: number };

const network = {
  customers: [
    {
      clientId: 'acme',
      name: 'Customer acme',
      sites: [
        {
          name: 'acme one',
          latitude: 45.76,
          longitude: 4.84,
          devices: [
            {
              name: 'cpe-acme',
              address: '192.0.2.1',
              snmp: { version: 'v2c', community: 'public' },
              interfaces: [{ name: 'Gi0/0' }],
            },
          ],
        },
      ],
    },
  ],
};

/** The engine as its process composes it, on the stores of the server. */
async function startEngine({ stack: { bus, db } }: ServerUnderTest): Promise<() => Promise<void>> {
  const controller = new AbortController();
  const components = engineComponents({
    bus,
    clock: systemClock,
    log: silentLog,
    metrics: engineMetrics(openMetrics()),
    engine: 'engine',
    epoch: 'run 1',
    partitions: PARTITIONS,
    windowSeconds: WINDOW_SECONDS,
    allowedLatenessMs: 1_000,
    checkpointMs: 50,
    configuration: async (signal) => {
      const needs = { db, bus, clock: systemClock, log: silentLog, signal };
      return { inventory: await watchInventory(needs, { targets: true }), alarms: await watchAlarms(needs) };
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
  await importNetwork({ db: server.stack.db, secrets: testSecrets }, NetworkFile.parse(network));
  port = [...(await loadInventory(server.stack.db)).interfaces.values()][0]!;
  stopEngine = await startEngine(server);
  await server.account({ username: 'admin', permissions: ['TEMPLATE.COCKPIT.write', 'ALERT.read'] });
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

const otherCustomer = () =>
  server.stack.db
    .selectFrom('customer')
    .select('id')
    .where('client_id', '=', 'globex')
    .executeTakeFirstOrThrow();

let polls = 0;
/** One more poll: 800 bit/s since the one before. */
async function poll(): Promise<void> {
  const place = { at: polls * WINDOW_SECONDS * 1_000, customer: port.customer, site: port.site };
  const octets = BigInt(polls * 1_000);
  polls += 1;
  const rows = [
    aSample('in_octets', { ...place, element: port.id, value: octets }),
    aSample('poll', { ...place, element: port.id, value: 1n }),
  ];
  const publisher = server.stack.bus.publisher();
  for (const message of sampleMessages(rows, PARTITIONS)) await publisher.publish(message);
}

const alerting = async (): Promise<AlertSnapshot> =>
  (await page.get(`/api/v1/customers/${String(port.customer)}/alert`)).json();

/** Windows pass until this number of alarms runs. */
const running = (count: number): Promise<AlertSnapshot> =>
  eventually(async () => {
    await poll();
    const snapshot = await alerting();
    return snapshot.alarms.length === count ? snapshot : undefined;
  });

const causes = async (): Promise<readonly string[]> => {
  const subject = subjectOf('alarms', partitionOf(port.customer, PARTITIONS));
  const messages = await allOf(server.stack.bus, streams.alarms.name, subject);
  return messages.flatMap(({ data }) => eventCodec.decode(data)).map(({ edge, cause }) => `${edge} ${cause}`);
};

it('a definition that the routes save decides from one of the next windows on, without a restart', async () => {
  for (let count = 0; count < 4; count += 1) await poll();
  let cockpit: Cockpit = (
    await page.send('POST', '/api/v1/mt/cockpit', { body: { name: 'Lines of acme' } })
  ).json();
  const sharing = `/api/v1/mt/share-resource/cockpit/${String(cockpit.id)}`;
  const share = async (clients: readonly number[]): Promise<void> => {
    cockpit = (await page.get(`/api/v1/mt/cockpit/${String(cockpit.id)}`)).json();
    const body = { version: cockpit.version, everyone: false, profiles: [], clients };
    expect((await page.send('PUT', sharing, { body })).statusCode).toBe(200);
  };
  const url = `/api/v1/mt/cockpit/${String(cockpit.id)}/alarms`;
  const draft = anAlarmDraft({
    label: 'Busy line',
    kpi: 'itf_in_bps',
    threshold: 100,
    outliers: 2,
    measures: 3,
    severity: 'major',
  });
  expect((await alerting()).alarms).toEqual([]);
  let alarm: Alarm = (await page.send('POST', url, { body: draft })).json();
  const at = `${url}/${String(alarm.id)}`;

  // Shared with no one, it is evaluated for no one.
  for (let count = 0; count < 4; count += 1) await poll();
  expect((await alerting()).alarms).toEqual([]);
  await share([port.customer]);

  const raised = await running(1);
  expect(raised.alarms).toMatchObject([
    { alarm: alarm.id, name: 'Busy line', element: port.id, threshold: 100, thresholdFrom: 'alarm' },
  ]);
  expect(raised.counts).toMatchObject({ critical: 0, warning: 1 });

  const own = { version: alarm.version, target: { element: port.id }, value: 1_000 };
  alarm = (await page.send('PUT', `${at}/thresholds`, { body: own })).json();
  await running(0);
  alarm = (
    await page.send('DELETE', `${at}/thresholds?version=${String(alarm.version)}&element=${String(port.id)}`)
  ).json();
  await running(1);
  alarm = (await page.send('PATCH', at, { body: { version: alarm.version, enabled: false } })).json();
  await running(0);
  alarm = (await page.send('PATCH', at, { body: { version: alarm.version, enabled: true } })).json();
  await running(1);
  // Moved to another customer, it is disabled for the first one, as it is when the whole cockpit is deactivated.
  await share([(await otherCustomer()).id]);
  await running(0);
  await share([port.customer]);
  await running(1);
  const setActive = async (active: boolean): Promise<void> => {
    const { version }: Cockpit = (await page.get(`/api/v1/mt/cockpit/${String(cockpit.id)}`)).json();
    const body = { version, active, comment: 'Works on the core' };
    expect((await page.send('PUT', `${sharing}/status`, { body })).statusCode).toBe(200);
  };
  await setActive(false);
  await running(0);
  await setActive(true);
  await running(1);
  expect((await page.send('DELETE', `${at}?version=${String(alarm.version)}`)).statusCode).toBe(200);
  await running(0);
  // A version before the deletion is restored: the alarm runs again under its former id.
  const one = `/api/v1/mt/cockpit/${String(cockpit.id)}`;
  const [, before] = ((await page.get(`${one}/versions`)).json() as { versions: { number: number }[] })
    .versions;
  const { version }: Cockpit = (await page.get(one)).json();
  const restoring = `${one}/versions/${String(before!.number)}/restore`;
  expect((await page.send('POST', restoring, { body: { version } })).statusCode).toBe(200);
  expect((await running(1)).alarms).toMatchObject([{ alarm: alarm.id, name: 'Busy line' }]);
  expect(await causes()).toEqual([
    'raise rule',
    'clear rule',
    'raise rule',
    'clear disabled',
    'raise rule',
    'clear disabled',
    'raise rule',
    'clear disabled',
    'raise rule',
    'clear deleted',
    'raise rule',
  ]);
});
