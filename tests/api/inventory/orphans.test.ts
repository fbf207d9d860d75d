import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InventoryDetail, InventoryRows } from '#schemas/inventory/list/routes.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

let server: ServerUnderTest;
let page: Browser;

const place = { city: 'Lyon', latitude: 1, longitude: 2 };
/** Managed over a loopback that is in no network of its site. */
const router = (name: string, address: string, exports: readonly string[] = []) => ({
  name,
  address,
  exporters: exports.slice(0, 1),
  interfaces: [{ name: 'Gi0/1' }],
  components: [
    { kind: 'probe' as const, name: `${name} echo`, key: '1' },
    ...exports.map((key) => ({ kind: 'collector' as const, name: `${name} ${key}`, key })),
  ],
});

beforeAll(async () => {
  server = await openServer();
  const file = NetworkFile.parse({
    customers: [
      {
        clientId: 'acme',
        name: 'Customer acme',
        sites: [
          {
            name: 'lan',
            networks: ['10.0.16.0/24', '2001:db8:16::/48'],
            ...place,
            devices: [router('lan-r1', '192.0.2.1', ['192.0.2.1', '192.0.2.99'])],
          },
          { name: 'no lan', ...place, devices: [router('bare-r1', '10.0.16.9')] },
          { name: 'no routers', networks: ['10.0.17.0/24'], ...place },
        ],
      },
    ],
  });
  await importNetwork({ db: server.stack.db, secrets: testSecrets }, file);
  await server.followInventory();
  await server.account({ username: 'reader', permissions: ['NETWORK.read'] });
  page = await server.signedIn('reader');
});
afterAll(() => server.close());

const base = (): string => `/api/v1/customers/${String(server.customers.get('acme'))}/inventory`;

async function list(requested: string): Promise<InventoryRows> {
  const reply = await page.get(`${base()}/${requested}`);
  expect([requested, reply.statusCode]).toEqual([requested, 200]);
  return reply.json<InventoryRows>();
}
const names = async (requested: string): Promise<string[]> =>
  (await list(`${requested}&where=site:contains:lan`)).elements.map(({ name }) => name);

describe('an element is in the networks of its site', () => {
  it.each([
    ['device?network=10.0.16.0/24', ['lan-r1']],
    ['interface?network=10.0.16.0/24', ['Gi0/1']],
    ['probe?network=10.0.16.0/24', ['lan-r1 echo']],
    // A part of a network, and one that networks of sites are part of.
    ['device?network=10.0.16.64/26', ['lan-r1']],
    ['device?network=10.0.0.0/8', ['lan-r1']],
    ['device?network=2001:db8:16:1::/64', ['lan-r1']],
    // Where a device is managed does not matter.
    ['device?network=192.0.2.0/24', []],
    ['device?network=10.0.18.0/24', []],
  ])('%s finds %j', async (requested, expected) => {
    expect(await names(requested)).toEqual(expected);
  });

  it('the site itself too, and its devices name them', async () => {
    const { elements } = await list('site?network=10.0.16.0/23');
    expect(elements.map(({ name }) => name)).toEqual(['lan', 'no routers']);
    const [device] = (await list('device?q=lan-r1')).elements;
    const detail = (await page.get(`${base()}/device/${String(device!.id)}`)).json<InventoryDetail>();
    expect(detail.networks).toEqual(['10.0.16.0/24', '2001:db8:16::/48']);
  });
});

describe('an orphan has no place', () => {
  it.each([
    ['site', [['no lan', 'no network']]],
    ['device', [['bare-r1', 'no network']]],
    ['interface', [['Gi0/1', 'no network']]],
    ['probe', [['bare-r1 echo', 'no network']]],
    ['collector', [['lan-r1 192.0.2.99', 'unclaimed exporter']]],
    ['tunnel', []],
  ] as const)('of kind %s: %j, with the reason in list and counts', async (kind, expected) => {
    const { count, elements, orphans } = await list(`${kind}?network=orphans&q=lan`);
    expect(elements.map(({ name, orphan }) => [name, orphan])).toEqual(expected);
    expect(count).toBe(expected.length);
    expect(orphans).toEqual(expected.map(([, reason]) => ({ reason, count: 1 })));
  });

  it('which a list of all says too, and nothing of others', async () => {
    const { elements, orphans } = await list('device?orderBy=name');
    expect(orphans).toBeUndefined();
    expect(elements.map((device) => [device.name, 'orphan' in device ? device.orphan : 'placed'])).toEqual([
      ['bare-r1', 'no network'],
      ['lan-r1', 'placed'],
    ]);
  });
});
