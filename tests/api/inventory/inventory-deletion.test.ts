import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import type { ElementAction } from '#schemas/inventory/change/action-routes.ts';
import type { DeletionExtent } from '#schemas/inventory/change/deletion-routes.ts';
import type { InventoryRows } from '#schemas/inventory/list/routes.ts';
import {
  openServer,
  quietState,
  type Browser,
  type ServerUnderTest,
} from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { addNetwork, restrictedTo } from './a-network.ts';

const anAlarm = (alarm: number, { site, name }: { site: number; name: string }): AlarmRow => ({
  id: `${String(alarm)}:${String(site)}`,
  alarm,
  name: 'Busy',
  kpi: 'site_total_in_volume',
  severity: 'major',
  site,
  siteName: name,
  element: site,
  elementName: name,
  elementKind: 'site',
  operator: '>',
  threshold: 1,
  thresholdFrom: 'alarm',
  outliers: 1,
  measures: 1,
  recent: [2],
  window: 0,
  length: 300,
  since: 0,
});

let server: ServerUnderTest;
let page: Browser;

beforeAll(async () => {
  // An alarm runs on each site.
  server = await openServer({
    engine: ({ customers, alarms, inventory }) =>
      [...customers.values()].map((customer) => ({
        ...quietState(customer),
        alarms: [...inventory().sites.values()]
          .filter((site) => site.customer === customer)
          .map(({ id: site, name }) => anAlarm(alarms.open, { site, name })),
      })),
  });
  await addNetwork(server);
  await server.account({
    username: 'planner',
    permissions: ['NETWORK.read', 'NETWORK.write', 'PARAMETERS.CLUSTER.write', 'DASHBOARD.write'],
  });
  page = await server.signedIn('planner');
});
afterAll(() => server.close());

const base = (): string => `/api/v1/customers/${String(server.customers.get('acme'))}`;
const ids = async (requested: string): Promise<number[]> =>
  (await page.get(`${base()}/inventory/${requested}`)).json<InventoryRows>().elements.map(({ id }) => id);
const remove = (kind: string, body: object, by = page) =>
  by.send('POST', `${base()}/inventory/${kind}/deletion`, { body });
const preview = (kind: string, body: object, by = page) =>
  by.send('POST', `${base()}/inventory/${kind}/deletion/preview`, { body });

describe('the deletion of elements', () => {
  it('is requested with the number of what goes with them, by kind', async () => {
    const [site] = (await ids('site?q=acme%20two')) as [number];
    const cluster = await page.send('POST', `${base()}/cluster`, {
      body: { type: 'area', name: 'North', sites: [site] },
    });
    expect(cluster.statusCode).toBe(200);
    const [device] = await ids('device?q=edge-2');
    const filter = { id: 'f', element: 'device', default: { strategy: 'selection', ids: [device] } };
    const document = { ...emptyDocument, filters: [filter] };
    const dashboard = await page.send('POST', `${base()}/dashboard`, { body: { name: 'Edges', document } });
    expect([dashboard.statusCode, dashboard.body]).toEqual([200, expect.any(String)]);
    await restrictedTo(server, { username: 'of-two', site });
    const extent = (await preview('site', { chosen: { ids: [site] } })).json<DeletionExtent>();
    expect(extent).toEqual({
      elements: 1,
      children: [
        { kind: 'device', count: 1 },
        { kind: 'interface', count: 2 },
        { kind: 'probe', count: 1 },
      ],
      dashboards: 1,
      clusters: 1,
      alarms: 1,
      thresholds: 0,
      pastAlarms: 0,
      runs: 0,
      attributions: 0,
      users: 1,
    });
    expect((await ids('site')).length).toBe(2);
  });

  it('is refused where others belong to them, unless it is forced', async () => {
    const [device] = (await ids('device?q=edge-1')) as [number];
    const refused = await remove('device', { chosen: { ids: [device] } });
    expect(statusAndCode(refused)).toEqual([409, 'ELEMENT_HAS_CHILDREN']);
    const [port] = (await ids('interface?where=device:equals:edge-1')) as [number];
    expect((await remove('interface', { chosen: { ids: [port] } })).json()).toEqual({ deleted: 1 });
    await server.followInventory();
    expect(await ids('interface?where=device:equals:edge-1')).toHaveLength(1);
    expect((await remove('device', { chosen: { ids: [device] }, force: true })).json()).toEqual({
      deleted: 3,
    });
    await server.followInventory();
    expect(await ids('device')).toHaveLength(1);
    expect(await ids('probe')).toHaveLength(1);
    const log = await page.get(`${base()}/inventory-actions?element=${String(device)}`);
    expect(log.json<{ actions: ElementAction[] }>().actions).toMatchObject([
      { action: 'inventory.delete', name: 'device acme one / edge-1', actor: 'planner' },
    ]);
    expect(statusAndCode(await remove('device', { chosen: { ids: [device] }, force: true }))[1]).toBe(
      'NOT_FOUND',
    );
  });

  it('reaches only what the user sees and may write', async () => {
    const [hidden] = (await ids('site?q=acme%20one')) as [number];
    const [site] = (await ids('site?q=acme%20two')) as [number];
    const local = await restrictedTo(server, { username: 'local', site });
    const chosen = { ids: [hidden] };
    expect(statusAndCode(await preview('site', { chosen }, local))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await remove('site', { chosen, force: true }, local))).toEqual([404, 'NOT_FOUND']);
    await server.account({ username: 'reader', permissions: ['NETWORK.read'] });
    const reader = await server.signedIn('reader');
    expect(statusAndCode(await remove('site', { chosen }, reader))).toEqual([403, 'FORBIDDEN']);
    expect(statusAndCode(await preview('site', { chosen }, reader))).toEqual([403, 'FORBIDDEN']);
    expect((await remove('site', { chosen: { ids: [site, hidden] }, force: true }, local)).statusCode).toBe(
      200,
    );
    await server.followInventory();
    expect(await ids('site')).toEqual([hidden]);
    // Who saw this site alone sees none now.
    const seen = await local.get(`${base()}/inventory/site`);
    expect(seen.json<InventoryRows>().count).toBe(0);
  });
});
