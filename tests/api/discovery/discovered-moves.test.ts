import { afterAll, beforeAll, expect, it } from 'vitest';
import { listInventoryDevices } from '#ingest/discovery/proposal/inventory-devices.ts';
import { listInventorySites } from '#ingest/discovery/proposal/moved-site.ts';
import { matchInventory, proposeChanges } from '#ingest/discovery/proposal/propose-changes.ts';
import { storeResult } from '#ingest/discovery/run/store-result.ts';
import type { DiscoveryRun } from '#schemas/discovery/routes.ts';
import { DiscoveryRequest } from '#schemas/discovery/request.ts';
import type { ElementAction } from '#schemas/inventory/change/action-routes.ts';
import { someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { addNetwork, restrictedTo } from '../inventory/a-network.ts';

let server: ServerUnderTest;
let admin: Browser;
let [edge, one, two] = [0, 0, 0];
const acme = (): number => server.customers.get('acme')!;
const path = (remaining = ''): string => `/api/v1/customers/${String(acme())}/discoveries${remaining}`;

beforeAll(async () => {
  server = await openServer();
  await addNetwork(server);
  admin = (await someone(server)).page;
  const { db } = server.stack;
  const found = await db
    .selectFrom('network_element')
    .select(['id', 'name'])
    .where('customer_id', '=', acme())
    .where('name', 'in', ['edge-1', 'acme one', 'acme two'])
    .execute();
  const ids = new Map(found.map(({ name, id }) => [name, id]));
  [edge, one, two] = ['edge-1', 'acme one', 'acme two'].map((name) => ids.get(name)!) as [
    number,
    number,
    number,
  ];
  await db
    .updateTable('site')
    .set({ networks: ['10.0.0.0/24'] })
    .where('id', '=', one)
    .execute();
  await db
    .updateTable('site')
    .set({ networks: ['10.0.7.0/24'] })
    .where('id', '=', two)
    .execute();
  await db
    .insertInto('device_identity')
    .values({
      device_id: edge,
      sys_name: 'edge-1',
      object_id: '',
      description: '',
      serial: 'FTX1001',
      software: '',
      discovered_at: server.clock.now(),
    })
    .execute();
});
afterAll(() => server.close());

/** A finished discovery that finds the device at an address. */
async function discovered(address: string): Promise<number> {
  const { db } = server.stack;
  const request = DiscoveryRequest.parse({
    site: one,
    ranges: ['10.0.0.0/21'],
    credentials: [{ community: 'x' }],
  });
  const run = await db
    .insertInto('discovery_run')
    .values({
      customer_id: acme(),
      site_id: one,
      state: 'finished',
      request,
      progress: { addresses: 2_046, queried: 2_046, found: 1, rejections: {}, rejected: [] },
      created_at: server.clock.now(),
      created_by: 'another user',
    })
    .returning(['id', 'customer_id'])
    .executeTakeFirstOrThrow();
  const known = await listInventoryDevices(db, acme());
  const found = {
    address,
    credential: 0,
    sysName: 'edge-1',
    description: '',
    objectId: '',
    vendor: 'Cisco',
    model: '',
    serial: 'FTX1001',
    serials: ['FTX1001'],
    software: '',
    interfaces: [],
    parts: [],
    complete: [],
    faults: {},
  };
  const drafts = proposeChanges(matchInventory([found], known), known, {
    unanswered: [],
    ignoredTypes: [],
    sites: await listInventorySites(db, acme()),
  });
  await db.transaction().execute((tx) => storeResult(tx, run, { drafts, unanswered: [], seen: [edge] }));
  return run.id;
}

const accept = async (id: number, page = admin) =>
  (await page.send('POST', path(`/${String(id)}/accept`), { body: { proposals: 'all' } })).json<object>();

const device = () =>
  server.stack.db
    .selectFrom('network_element as element')
    .innerJoin('device', 'device.id', 'element.id')
    .select(['parent_id as site', 'address'])
    .where('element.id', '=', edge)
    .executeTakeFirstOrThrow();

it('a device that is found in a network of another site moves there when that is accepted, under its id', async () => {
  const id = await discovered('10.0.7.4');
  const { proposals } = (await admin.get(path(`/${String(id)}/proposals`))).json<{ proposals: object[] }>();
  expect(proposals).toMatchObject([
    {
      change: 'changed',
      kind: 'device',
      name: 'edge-1',
      element: edge,
      state: 'open',
      fields: [
        { name: 'site', before: 'acme one', after: 'acme two' },
        { name: 'address', before: '10.0.0.10', after: '10.0.7.4' },
      ],
    },
  ]);
  expect(await device()).toEqual({ site: one, address: '10.0.0.10' });
  expect(await accept(id)).toEqual({ accepted: 1, held: 0, run: null });
  expect(await device()).toEqual({ site: two, address: '10.0.7.4' });
  const log = await admin.get(
    `/api/v1/customers/${String(acme())}/inventory-actions?element=${String(edge)}`,
  );
  expect(log.json<{ actions: ElementAction[] }>().actions[0]).toMatchObject({
    action: 'discovery.accept',
    changes: [
      { field: 'site', before: 'acme one', after: 'acme two' },
      { field: 'address', before: '10.0.0.10', after: '10.0.7.4' },
    ],
  });
});

it('the move stays open in full while another device at the new site has the name', async () => {
  const { db } = server.stack;
  const id = await discovered('10.0.0.10');
  const namesake = await db
    .insertInto('network_element')
    .values({ customer_id: acme(), kind: 'device', parent_id: one, name: 'EDGE-1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await accept(id)).toEqual({ accepted: 0, held: 1, run: null });
  expect(await device()).toEqual({ site: two, address: '10.0.7.4' });
  const run = (await admin.get(path(`/${String(id)}`))).json<DiscoveryRun>();
  expect(run.open).toBe(1);
  await db.deleteFrom('network_element').where('id', '=', namesake.id).execute();
  expect(await accept(id)).toEqual({ accepted: 1, held: 0, run: null });
  expect(await device()).toEqual({ site: one, address: '10.0.0.10' });
});

it('the move stays open for those who see the new site when someone who does not accepts the discovery', async () => {
  const id = await discovered('10.0.7.4');
  const page = await restrictedTo(server, {
    username: 'local',
    site: one,
    permissions: ['NETWORK.PROVISIONING.read', 'NETWORK.PROVISIONING.write'],
  });
  expect(await accept(id, page)).toEqual({ accepted: 0, held: 1, run: null });
  expect(await device()).toEqual({ site: one, address: '10.0.0.10' });
  expect(await accept(id)).toEqual({ accepted: 1, held: 0, run: null });
  expect(await device()).toEqual({ site: two, address: '10.0.7.4' });
});
