import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareNetwork } from '#ingest/sdwan/propose-network.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import type { AcceptanceRun } from '#schemas/acceptance/acceptance.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { managerClient, overlay, simulated } from '#tests/fixtures/sdwan/managers.ts';
import { lastEvent, someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

const PATH = '/api/v1/mt/sdwanmanagers';
const signal = new AbortController().signal;

let server: ServerUnderTest;
let admin: Browser;
let manager: Awaited<ReturnType<typeof simulated.vmanage>>;
let id: number;
beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
  manager = await simulated.vmanage();
  ({ id } = await server.stack.db
    .insertInto('sdwan_server')
    .values({
      name: 'North',
      kind: 'vmanage',
      url: manager.url,
      login: 'collector',
      password: '',
      organization: '',
      elastic_url: '',
      vsd_name: '',
      adom: '',
      vdom: '',
      client_id: '',
      is_multi_tenant: false,
      customer_id: server.customers.get('acme')!,
      verify_tls: true,
      suspend_provisioning: false,
      suspend_collect: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow());
});
afterAll(async () => {
  manager.close();
  await server.close();
});

/** What the manager shows compared with the inventory as it is now, stored as its proposals. */
async function propose(hides = 0) {
  const network = await managerClient({ kind: 'vmanage', url: manager.url }).readNetwork(signal);
  const customer = server.customers.get('acme')!;
  const { drafts } = compareNetwork(
    { ...network, tunnels: network.tunnels.slice(hides) },
    await loadInventory(server.stack.db),
    { manager: { kind: 'vmanage', recipientId: 1, customer }, before: [] },
  );
  await server.stack.db.deleteFrom('sdwan_proposal').where('server_id', '=', id).execute();
  if (drafts.length > 0)
    await server.stack.db
      .insertInto('sdwan_proposal')
      .values(
        drafts.map(({ customer: of, element, ...draft }) => ({
          ...draft,
          server_id: id,
          customer_id: of,
          element_id: element,
        })),
      )
      .execute();
  return drafts;
}

/** The number of proposals that were accepted, at once or in steps. */
async function accept(proposals: 'all' | number[]): Promise<number> {
  const reply = await admin.send('POST', `${PATH}/${String(id)}/proposals/accept`, { body: { proposals } });
  const { accepted, run } = reply.json<{ accepted: number; run: AcceptanceRun | null }>();
  if (run === null) return accepted;
  return eventually(async () => {
    await server.clock.advance(100);
    const { acceptance } = await listed();
    return acceptance.state === 'running' ? undefined : acceptance.accepted;
  });
}

const listed = async () =>
  (await admin.get(`${PATH}/${String(id)}/proposals`)).json<{
    total: number;
    acceptance: AcceptanceRun;
    proposals: { id: number; kind: string; name: string; change: string }[];
  }>();

it('proposals are accepted one by one or all at once, and what is accepted is proposed no more', async () => {
  const drafts = await propose();
  // Two lines and a loopback of every device.
  expect(drafts).toHaveLength(4 * overlay.devices.length + overlay.tunnels.length);
  const { proposals, total } = await listed();
  expect(total).toBe(drafts.length);
  const tunnel = proposals.find(({ kind }) => kind === 'tunnel')!;
  // Its device is not in the inventory yet: it stays open.
  expect(await accept([tunnel.id])).toBe(0);
  const shown = proposals.find(({ kind }) => kind === 'device')!;
  expect(await accept([shown.id])).toBe(1);
  expect(await lastEvent(server, 'sdwan-manager.accept')).toMatchObject({ subject_name: 'North' });
  expect(await accept('all')).toBe(drafts.length - 1);
  expect((await listed()).total).toBe(0);
  const inventory = await loadInventory(server.stack.db);
  const own = [...inventory.components!.values()].filter(({ scope }) => scope === 'vmanage');
  expect(own).toHaveLength(overlay.tunnels.length);
  expect(own.every(({ customer }) => customer === server.customers.get('acme'))).toBe(true);
  expect(own[0]!.fields).toMatchObject({ localColor: 'mpls', protocol: 'ipsec' });
  const device = [...inventory.devices.values()].find(({ name }) => name === overlay.devices[0]!.name)!;
  const ports = device.interfaces.map((one) => inventory.interfaces.get(one)!);
  expect(ports.find(({ name }) => name === 'Loopback0')).toMatchObject({
    fields: { address: `${overlay.devices[0]!.systemIp}/32`, speed: '8000000000' },
  });
  expect(ports.find(({ name }) => name === overlay.devices[0]!.uplinks[0])).toMatchObject({
    alias: 'WAN access',
    active: true,
    fields: { color: 'mpls', speed: '1000000000' },
  });
  expect(await propose()).toEqual([]);
});

it('an interface that the manager describes otherwise is described so when that is accepted', async () => {
  const { db } = server.stack;
  await db
    .updateTable('network_interface')
    .set({ if_alias: 'old' })
    .where('if_alias', '=', 'WAN access')
    .execute();
  const changed = await propose();
  expect(changed).toHaveLength(overlay.devices.length);
  expect(changed[0]).toMatchObject({ change: 'changed', kind: 'interface' });
  expect((await listed()).proposals[0]).toMatchObject({
    detail: expect.stringContaining('1000 Mbit/s') as string,
  });
  expect(await accept('all')).toBe(overlay.devices.length);
  expect(await propose()).toEqual([]);
});

it('parts of a device that is known by its address belong to it, whatever the inventory calls it', async () => {
  const { db } = server.stack;
  const [first] = overlay.devices;
  const named = (name: string) =>
    db.updateTable('network_element').set({ name }).where('kind', '=', 'device');
  await named('renamed by hand').where('name', '=', first!.name).execute();
  expect(await propose()).toEqual([]);
  await db.deleteFrom('network_element').where('kind', 'in', ['interface', 'tunnel']).execute();
  const drafts = await propose();
  expect(drafts.filter(({ device }) => device === 'renamed by hand').length).toBeGreaterThan(3);
  expect(await accept('all')).toBe(drafts.length);
  await named(first!.name).where('name', '=', 'renamed by hand').execute();
});

it('a tunnel that the manager no longer shows has vanished, and is deactivated when that is accepted', async () => {
  const deleted = await propose(1);
  expect(deleted).toMatchObject([{ change: 'vanished', kind: 'tunnel' }]);
  expect(await accept('all')).toBe(1);
  const tunnel = (await loadInventory(server.stack.db)).components!.get(deleted[0]!.element!)!;
  expect(tunnel.active).toBe(false);
  expect(await propose(1)).toEqual([]);
});

it('a new device stays open while another device of the customer has its address, of two new ones the second', async () => {
  const { db } = server.stack;
  const customer = server.customers.get('acme')!;
  await db.deleteFrom('sdwan_proposal').where('server_id', '=', id).execute();
  const owner = overlay.devices[0]!;
  const proposed = (name: string, address: string) => ({
    server_id: id,
    customer_id: customer,
    change: 'added' as const,
    kind: 'device' as const,
    device: address,
    name,
    element_id: null,
    content: {
      site: 'Twins',
      address,
      model: '',
      description: '',
      fields: {},
      latitude: null,
      longitude: null,
      speedBps: null,
    },
  });
  await db
    .insertInto('sdwan_proposal')
    .values([
      proposed('claims', owner.systemIp),
      proposed('twin a', '192.0.2.201'),
      proposed('twin b', '192.0.2.201'),
    ])
    .execute();
  expect(await accept('all')).toBe(1);
  expect((await listed()).proposals.map(({ name }) => name).toSorted()).toEqual(['claims', 'twin b']);
  await db.deleteFrom('sdwan_proposal').where('server_id', '=', id).execute();
});
