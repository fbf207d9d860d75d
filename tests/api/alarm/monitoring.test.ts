import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { MonitoringState, Unmonitored } from '#schemas/alerting/monitoring/routes.ts';
import { DATA_SECONDS } from '#schemas/alerting/monitoring/monitoring.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const snmp = { community: 'public' };
const site = (name: string, devices: readonly object[]) => ({ name, latitude: 45, longitude: 5, devices });
const network = NetworkFile.parse({
  customers: [
    {
      clientId: 'watched',
      name: 'Watched',
      sites: [
        site('measured', [
          { name: 'answers', address: '192.0.2.1', snmp },
          { name: 'silent', address: '192.0.2.2', snmp },
        ]),
        site('loopback', [{ name: 'lab', address: '127.0.0.1', snmp }]),
        site('bare', [{ name: 'bare', address: '192.0.2.3' }]),
        site('new', [{ name: 'new', address: '192.0.2.4', snmp }]),
        site('exporting', [{ name: 'exporter', address: '127.0.0.9', snmp, exporters: ['192.0.2.9'] }]),
        site('empty', []),
        { ...site('seen elsewhere', []), networks: ['10.9.0.0/24'] },
        { ...site('switched off', []), networks: ['10.8.0.0/24'] },
        site('off', [{ name: 'off', address: '192.0.2.5', snmp }]),
      ],
    },
  ],
});

let server: ServerUnderTest;
let page: Browser;
let watched: number;
let placed: ReadonlyMap<string, { readonly id: number; readonly site: number }>;
beforeAll(async () => {
  // The store drops what is older than its retention.
  server = await openServer({ startsAt: systemClock.now().getTime() });
  const { db, clickhouse } = server.stack;
  await importNetwork({ db, secrets: testSecrets }, network);
  await db.updateTable('network_element').set({ active: false }).where('name', '=', 'off').execute();
  await db.updateTable('network_element').set({ active: false }).where('name', '=', 'switched off').execute();
  await server.followInventory();
  const { devices, customers } = server.inventory();
  watched = [...customers.values()].find(({ clientId }) => clientId === 'watched')!.id;
  placed = new Map([...devices.values()].map(({ name, id, site: at }) => [name, { id, site: at }]));
  const at = Math.floor(server.clock.now().getTime() / 1_000) - 300;
  const measured = placed.get('answers')!;
  await clickhouse.command(
    `INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator) VALUES
      (${String(watched)}, ${String(measured.site)}, ${String(measured.id)}, ${String(kpis.cpe_avail.id)}, toDateTime(${String(at)}, 'UTC'), 300, 0, 0, 1)`,
  );
  await clickhouse.command(
    `INSERT INTO collector_stats (at, collector, customer, exporter, records) VALUES (toDateTime(${String(at)}, 'UTC'), 'c', ${String(watched)}, ${String(placed.get('exporter')!.id)}, 5)`,
  );
  const idOf = (name: string): number =>
    [...server.inventory().sites.values()].find((one) => one.name === name)!.id;
  // One device exports what passes between the networks of the two sites.
  const { id: exporter, site: exporting } = placed.get('exporter')!;
  await clickhouse.command(
    `INSERT INTO flows_5m (customer, at, site, exporter, source_site, destination_site, bytes, packets, flows)
      VALUES (${[watched, `toDateTime(${String(at)}, 'UTC')`, exporting, exporter, idOf('seen elsewhere'), idOf('switched off'), 100, 1, 1].join(', ')})`,
  );
  await server.account({ username: 'operator', permissions: ['ALERT.read', 'EXTRA.UNSHARED.read'] });
  page = await server.signedIn('operator');
});
afterAll(() => server.close());

const read = async (device?: string): Promise<MonitoringState> => {
  const query = device === undefined ? '' : `?device=${String(placed.get(device)!.id)}`;
  const response = await page.get(`/api/v1/customers/${String(watched)}/alert/monitoring${query}`);
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json();
};
const across = async (): Promise<readonly (Unmonitored & { readonly customer: number })[]> =>
  ((await page.get('/api/v1/cc/alert/monitoring')).json() as { customers: [] }).customers;
const siteReasons = async (): Promise<object> => {
  const { sites } = server.inventory();
  return Object.fromEntries(
    (await read()).sites.map(({ site: id, ...unmonitored }) => [sites.get(id)!.name, unmonitored]),
  );
};

describe('what is not monitored', () => {
  const refused = { address: '127.0.0.1', refusal: 'loopback address' } as const;

  it('is each site without data, with the reason of its devices; one that is measured as down is monitored', async () => {
    expect(await siteReasons()).toEqual({
      loopback: { reason: 'address refused', refused },
      bare: { reason: 'no source' },
      new: { reason: 'no data' },
      empty: { reason: 'no device' },
      off: { reason: 'deactivated' },
      // Its networks are seen by the exporter of another site too, and it is not to be watched.
      'switched off': { reason: 'deactivated' },
    });
    expect((await read()).customer).toBeNull();
  });

  it('is no site whose flows arrive by its networks, from an exporter at another site', async () => {
    expect(await siteReasons()).not.toHaveProperty('seen elsewhere');
  });

  it('is said of a device, also at a site that is monitored', async () => {
    expect((await read('answers')).device).toBeNull();
    expect((await read('silent')).device).toEqual({ reason: 'no data' });
    expect((await read('lab')).device).toEqual({ reason: 'address refused', refused });
    expect((await read('exporter')).device).toBeNull();
    const foreign = await page.get(
      `/api/v1/customers/${String(server.customers.get('acme'))}/alert/monitoring?device=${String(placed.get('lab')!.id)}`,
    );
    expect(foreign.statusCode).toBe(404);
  });

  it('is a customer none of whose sites is monitored', async () => {
    const ofAcme = (await across()).find(({ customer }) => customer === server.customers.get('acme'));
    expect(ofAcme).toEqual({ customer: server.customers.get('acme'), reason: 'no device' });
    expect((await across()).map(({ customer }) => customer)).not.toContain(watched);
  });

  it('is everything while no alarm definition is active', async () => {
    const { db } = server.stack;
    const activate = (active: boolean) =>
      db.updateTable('resource').set({ active }).where('kind', '=', 'cockpit').execute();
    await activate(false);
    expect((await read()).customer).toEqual({ reason: 'no definition' });
    expect(await siteReasons()).toMatchObject({ measured: { reason: 'no definition' } });
    expect((await read('answers')).device).toEqual({ reason: 'no definition' });
    await activate(true);
    expect((await read('answers')).device).toBeNull();
  });

  it('is what has delivered nothing for an hour', async () => {
    await server.clock.leap(DATA_SECONDS * 1_000);
    // The session has ended by then.
    page = await server.signedIn('operator');
    expect((await read('answers')).device).toEqual({ reason: 'no data' });
    expect((await read()).customer).toMatchObject({ reason: 'address refused' });
  });
});
