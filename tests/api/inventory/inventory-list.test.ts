import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InventoryDetail, InventoryRows } from '#schemas/inventory/list/routes.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { addNetwork, restrictedTo } from './a-network.ts';

let server: ServerUnderTest;
let page: Browser;

beforeAll(async () => {
  server = await openServer();
  await addNetwork(server);
  await server.account({ username: 'reader', permissions: ['NETWORK.read'] });
  page = await server.signedIn('reader');
});
afterAll(() => server.close());

const acme = (): number => server.customers.get('acme')!;
const base = (): string => `/api/v1/customers/${String(acme())}/inventory`;

async function list(requested: string, by = page): Promise<InventoryRows> {
  const reply = await by.get(`${base()}/${requested}`);
  expect([requested, reply.statusCode]).toEqual([requested, 200]);
  return reply.json<InventoryRows>();
}
const names = async (requested: string, by = page): Promise<string[]> =>
  (await list(requested, by)).elements.map(({ name, device: of }) => `${of?.name ?? ''} ${name}`.trim());

describe('the inventory of a customer', () => {
  it('has the elements of a kind by page, sorted by a property with numbers by their value', async () => {
    expect(await names('interface?orderBy=name')).toEqual([
      'edge-1 Gi0/2',
      'edge-2 Gi0/2',
      'edge-1 Gi0/10',
      'edge-2 Gi0/10',
    ]);
    const second = await list('interface?orderBy=device&order=descending&from=1&count=2');
    expect([second.count, second.elements.map(({ device: of }) => of?.name)]).toEqual([
      4,
      ['edge-2', 'edge-1'],
    ]);
    expect(await names('device?orderBy=address')).toEqual(['edge-2', 'edge-1']);
  });

  it.each([
    ['device?where=vendor:equals:cisco|nokia', ['edge-1']],
    ['device?where=vendor:notequals:cisco;address:contains:10.0', ['edge-2']],
    ['site?where=city:contains:ly;country:notexists', ['acme one']],
    ['interface?where=ALIAS:contains:zurich;name:contains:/2;site:notcontains:two', ['edge-1 Gi0/2']],
    ['probe?q=edge-2%20echo', ['edge-2 edge-2 echo']],
    ['device?active=false', []],
    ['device?network=10.0.0.10%2F31', ['edge-1']],
    ['probe?network=10.0.0.10%2F31', ['edge-1 edge-1 echo']],
    ['site?network=10.0.0.10%2F31', ['acme one']],
    ['interface?network=orphans', ['edge-2 Gi0/2', 'edge-2 Gi0/10']],
    ['site?network=orphans', ['acme two']],
    ['device?network=orphans', ['edge-2']],
    ['device?where=infrastructure:equals:router', ['edge-1', 'edge-2']],
    ['interface?where=infrastructure:equals:wan access', []],
    ['tunnel', []],
  ] as const)('is filtered: %s', async (requested, expected) => {
    expect(await names(requested)).toEqual(expected);
  });

  it('has name with address, system name and SNMP port of a device, to read, search, sort and filter', async () => {
    const { db } = server.stack;
    const { id } = await db
      .selectFrom('network_element')
      .select('id')
      .where('kind', '=', 'device')
      .where('name', '=', 'edge-1')
      .executeTakeFirstOrThrow();
    const identity = { device_id: id, object_id: '', description: '', serial: '', software: '' };
    await db
      .insertInto('device_identity')
      .values({ ...identity, sys_name: 'edge-1.lyon.example', discovered_at: server.clock.now() })
      .execute();
    const access = { snmp_version: 'v2c', snmp_community: 'sealed', snmp_port: 1_161 };
    await db.updateTable('device').set(access).where('id', '=', id).execute();
    await server.followInventory();
    const [first] = (await list('device?where=systemName:contains:lyon')).elements;
    const { address = '' } = first!.properties;
    expect(first!.properties).toMatchObject({
      labelIp: `edge-1 (${address})`,
      systemName: 'edge-1.lyon.example',
      snmpPort: '1161',
    });
    expect(await names('device?where=snmpPort:equals:1161')).toEqual(['edge-1']);
    expect(await names('device?where=snmpPort:notexists')).toEqual(['edge-2']);
    expect(await names(`device?where=labelIp:contains:${address}`)).toEqual(['edge-1']);
    expect(await names('device?q=lyon.example')).toEqual(['edge-1']);
    expect(await names('device?orderBy=systemName&order=descending')).toEqual(['edge-1', 'edge-2']);
  });

  it.each([
    'device?network=10.0.0.1',
    'device?where=vendor:like:x',
    'device?count=1001',
    'device?from=-1',
    'device?colour=red',
  ])('rejects %s', async (requested) => {
    expect(statusAndCode(await page.get(`${base()}/${requested}`))[1]).toBe('VALIDATION');
  });

  it('reads an element with what it belongs to, what belongs to it, and why it was switched', async () => {
    const [first] = (await list('device?q=edge-1')).elements;
    const within = await list(`interface?within=${String(first!.id)}`);
    expect(within.count).toBe(2);
    await server.stack.db
      .updateTable('network_element')
      .set({
        active: false,
        status_comment: 'Works',
        status_updated_by: 'noc',
        status_updated_at: new Date(0),
      })
      .where('id', '=', first!.id)
      .execute();
    const detail = (await page.get(`${base()}/device/${String(first!.id)}`)).json<InventoryDetail>();
    expect(detail).toMatchObject({
      element: {
        name: 'edge-1',
        active: false,
        takingEffect: true,
        device: null,
        site: { name: 'acme one' },
        status: { comment: 'Works', by: 'noc', at: '1970-01-01T00:00:00.000Z' },
        properties: { address: '10.0.0.10', vendor: 'Cisco' },
      },
      children: [
        { kind: 'interface', count: 2 },
        { kind: 'probe', count: 1 },
      ],
    });
    for (const path of ['area', `site/${String(first!.id)}`, 'device/2000000000'])
      expect(statusAndCode(await page.get(`${base()}/${path}`))).toEqual([404, 'NOT_FOUND']);
  });

  it('has the elements of several customers for who sees them', async () => {
    const reply = await page.get('/api/v1/cc/inventory/site');
    expect(reply.json<InventoryRows>().elements.map(({ name }) => name)).toEqual([
      'acme one',
      'acme two',
      'globex one',
      'globex two',
      'initech one',
      'initech two',
    ]);
    const one = await page.get(`/api/v1/cc/inventory/device?customers=${String(acme())}`);
    expect(one.json<InventoryRows>().count).toBe(2);
  });

  it('shows a user who is restricted to a site nothing of another one', async () => {
    const site = (await list('site?q=two')).elements[0]!;
    const local = await restrictedTo(server, { username: 'local', site: site.id });
    expect(await names('device', local)).toEqual(['edge-2']);
    expect((await list('interface', local)).count).toBe(2);
    const other = (await list('site?q=one')).elements[0]!;
    expect((await local.get(`${base()}/site/${String(other.id)}`)).statusCode).toBe(404);
    expect((await local.get(`${base()}/site/${String(site.id)}`)).statusCode).toBe(200);
  });
});
