import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportDifference } from '#schemas/inventory/routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { lastEvent, post, someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { restrictedTo } from './a-network.ts';

const PATH = '/mt/inventory/import';

let server: ServerUnderTest;
let admin: Browser;
beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
});
afterAll(() => server.close());

const device = (name: string, address: string, more: object = {}) => ({
  name,
  address,
  interfaces: [{ name: 'eth0' }],
  ...more,
});
type FileDevice = ReturnType<typeof device>;
type Sites = Readonly<Record<string, readonly FileDevice[]>>;
const PLACE = { latitude: 45.76, longitude: 4.83 };
const network = (clientId: string, sites: Sites, more: object = {}) => ({
  customers: [
    {
      clientId,
      name: clientId,
      sites: Object.entries(sites).map(([name, devices]) => ({ name, ...PLACE, devices })),
    },
  ],
  ...more,
});

type Change = ImportDifference['changes'][number];
interface Reply {
  readonly difference: ImportDifference;
}
const imported = async (file: object, query = ''): Promise<readonly Change[]> =>
  (await post<Reply>(admin, `${PATH}${query}`, file)).difference.changes;

interface Fault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}
async function faultsOf(file: string, page: Browser = admin): Promise<readonly Fault[]> {
  const response = await page.send('POST', `/api/v1${PATH}`, {
    body: file,
    headers: { 'content-type': 'application/yaml' },
  });
  expect(response.statusCode).toBe(400);
  return (response.json() as { errors: readonly Fault[] }).errors;
}
const lines = (file: object): string => JSON.stringify(file, undefined, 1);

/** Sites, devices and interfaces of a customer by their paths. */
async function stored(clientId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await server.stack.db
    .selectFrom('network_element as element')
    .innerJoin('customer', 'customer.id', 'element.customer_id')
    .select(['element.id', 'element.name', 'element.parent_id'])
    .where('client_id', '=', clientId)
    .orderBy('element.id')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pathOf = (id: number): string => {
    const row = byId.get(id);
    if (row === undefined) return '';
    return row.parent_id === null ? row.name : `${pathOf(row.parent_id)} / ${row.name}`;
  };
  return new Map(rows.map(({ id }) => [pathOf(id), id]));
}
const renamed = (paths: ReadonlyMap<string, number>, from: string, to: string) =>
  new Map([...paths].map(([path, id]) => [path.replace(from, to), id]));

describe('a device of a network file with the address of a stored one that the file does not name', () => {
  const before = { Lyon: [device('r1', '10.1.0.1'), device('r2', '10.1.0.2')] };
  const after = { Lyon: [device('r1-new', '10.1.0.1', { model: 'X2' }), device('r2', '10.1.0.2')] };
  const cockpits = [
    {
      name: 'Lyon lines',
      alarms: [
        {
          label: 'Busy',
          kpi: 'itf_in_util',
          threshold: 80,
          severity: 'major',
          thresholds: [
            { customer: 'lyon', site: 'Lyon', device: 'r1', value: 60 },
            { customer: 'lyon', site: 'Lyon', device: 'r1', interface: 'eth0', value: 70 },
          ],
        },
      ],
    },
  ];

  it('is that device with another name: it keeps its number, thresholds and interfaces', async () => {
    await imported(network('lyon', before, { cockpits }));
    const paths = await stored('lyon');
    const { db } = server.stack;
    const ids = [paths.get('Lyon / r1') ?? 0, paths.get('Lyon / r1 / eth0') ?? 0];
    const thresholds = () =>
      db.selectFrom('alarm_threshold').selectAll().where('element_id', 'in', ids).orderBy('value').execute();
    const own = await thresholds();
    expect(own.map(({ element_id, value }) => [element_id, value])).toEqual([
      [ids[0], 60],
      [ids[1], 70],
    ]);

    const change = {
      kind: 'device',
      change: 'changed',
      name: 'lyon / Lyon / r1-new',
      former: 'lyon / Lyon / r1',
      fields: ['name', 'model'],
    };
    expect(await imported(network('lyon', after), '?dryRun=true')).toEqual([change]);
    expect(await stored('lyon')).toEqual(paths);
    expect(await imported(network('lyon', after))).toEqual([change]);
    expect(await stored('lyon')).toEqual(renamed(paths, 'r1', 'r1-new'));
    expect(await thresholds()).toEqual(own);
    const event = JSON.stringify(await lastEvent(server, 'inventory.import'));
    expect(event).toContain('lyon / Lyon / r1-new');
    const past = await db.selectFrom('past_name').selectAll().where('subject_id', '=', ids[0]!).execute();
    expect(past).toMatchObject([{ subject: 'element', name: 'r1', deleted: false }]);
    expect(await imported(network('lyon', after))).toEqual([]);
  });

  it('moves with its interfaces when its name is the same and its site is another, also a new one', async () => {
    await imported(network('moving', { Lyon: before.Lyon, Nice: [] }));
    const paths = await stored('moving');
    const there = { Lyon: [before.Lyon[1]!], Metz: [before.Lyon[0]!] };
    expect(await imported(network('moving', there))).toEqual([
      { kind: 'site', change: 'added', name: 'moving / Metz', fields: [] },
      {
        kind: 'device',
        change: 'changed',
        name: 'moving / Metz / r1',
        former: 'moving / Lyon / r1',
        fields: ['site'],
      },
    ]);
    const now = await stored('moving');
    expect([now.get('Metz / r1'), now.get('Metz / r1 / eth0')]).toEqual([
      paths.get('Lyon / r1'),
      paths.get('Lyon / r1 / eth0'),
    ]);
    expect(now.has('Lyon / r1')).toBe(false);
  });

  it('exchanges addresses with another device of the file', async () => {
    await imported(network('swapped', before));
    const paths = await stored('swapped');
    const swapped = { Lyon: [device('r1', '10.1.0.2'), device('r2', '10.1.0.1')] };
    const changes = await imported(network('swapped', swapped));
    expect(changes.map(({ name, fields }) => [name, fields])).toEqual([
      ['swapped / Lyon / r1', ['address']],
      ['swapped / Lyon / r2', ['address']],
    ]);
    expect(await stored('swapped')).toEqual(paths);
  });
});

describe('a site of a network file with the devices of a stored one that the file does not name', () => {
  it('is that site with another name', async () => {
    const devices = [device('r1', '10.2.0.1'), device('r2', '10.2.0.2')];
    await imported(network('named', { Lyon: devices, Nice: [] }));
    const paths = await stored('named');
    const file = network('named', { 'Lyon Centre': devices, Nice: [] });
    expect(await imported(file)).toEqual([
      {
        kind: 'site',
        change: 'changed',
        name: 'named / Lyon Centre',
        former: 'named / Lyon',
        fields: ['name'],
      },
    ]);
    expect(await stored('named')).toEqual(renamed(paths, 'Lyon', 'Lyon Centre'));
  });
});

describe('an address of a network file that a stored device retains', () => {
  beforeAll(async () => {
    await imported(network('taken', { Lyon: [device('r1', '10.3.0.1')], Nice: [device('r2', '10.3.0.2')] }));
  });
  const unchanged = async (act: () => Promise<void>): Promise<void> => {
    const paths = await stored('taken');
    await act();
    expect(await stored('taken')).toEqual(paths);
  };

  it.each([
    ['stored', 'taken', '10.3.0.1', '10.3.0.1'],
    ['of two new devices', 'twins', '10.3.0.8', '10.3.0.8'],
    ['spelled otherwise', 'twins', '2001:db8::a', '2001:0DB8:0:0:0:0:0:A'],
  ])('or another device of the file has is rejected, naming both lines: %s', (_, customer, one, other) =>
    unchanged(async () => {
      const file = lines(network(customer, { Lyon: [device('r1', one)], Nice: [device('r3', other)] }));
      const [otherLine, line] = file
        .split('\n')
        .flatMap((text, at) => (text.includes('"address"') ? [at + 1] : []));
      expect(await faultsOf(file)).toMatchObject([
        {
          path: 'customers[0].sites[1].devices[0].address',
          code: 'NETWORK_ADDRESS_REPEATED',
          params: { address: one, other: 'r1', otherLine, line },
        },
      ]);
    }),
  );

  it('says in both languages which device has it, where, and what to do', () => {
    const params = { address: '10.3.0.2', device: 'r2', site: 'Nice', customer: 'taken' };
    expect(problemText('NETWORK_ADDRESS_TAKEN', 'en', params)).toBe(
      'The address 10.3.0.2 belongs to the device “r2” at site “Nice” of customer “taken”. Correct the address. If both are the same device, use only one of the two names; if “r2” no longer exists, delete it first.',
    );
    expect(problemText('NETWORK_ADDRESS_TAKEN', 'fr', params)).toBe(
      'L’adresse 10.3.0.2 appartient à l’équipement «\u00A0r2\u00A0» du site «\u00A0Nice\u00A0» du client «\u00A0taken\u00A0». Corrigez l’adresse. S’il s’agit du même équipement, n’utilisez qu’un des deux noms\u00A0; si «\u00A0r2\u00A0» n’existe plus, supprimez-le d’abord.',
    );
  });

  it('is rejected for a stored device too, where the file does not name the other one', () =>
    unchanged(async () => {
      const file = lines(network('taken', { Lyon: [device('r1', '10.3.0.2')] }));
      expect(await faultsOf(file)).toMatchObject([
        {
          path: 'customers[0].sites[0].devices[0].address',
          params: { address: '10.3.0.2', device: 'r2', site: 'Nice', customer: 'taken' },
        },
      ]);
    }));

  it('may be that of a device of another customer', async () => {
    expect(await imported(network('overlapping', { Lyon: [device('r1', '10.3.0.1')] }))).toContainEqual({
      kind: 'device',
      change: 'added',
      name: 'overlapping / Lyon / r1',
      fields: [],
    });
  });

  it('names no device at a site that the user does not see', async () => {
    const sites = (r1: FileDevice[]) => ({ 'acme one': r1 });
    await imported({
      customers: [
        {
          clientId: 'acme',
          name: 'Customer acme',
          sites: [
            { name: 'acme one', ...PLACE, devices: [] },
            { name: 'acme two', ...PLACE, devices: [device('hidden', '10.4.0.2')] },
          ],
        },
      ],
    });
    await server.followInventory();
    const site = (await stored('acme')).get('acme one') ?? 0;
    const permissions = ['NETWORK.read', 'NETWORK.PROVISIONING.read', 'NETWORK.PROVISIONING.write'] as const;
    const page = await restrictedTo(server, { username: 'sees-one', site, permissions });
    const [customer] = network('acme', sites([device('mine', '10.4.0.2')])).customers;
    const faults = await faultsOf(lines({ customers: [{ ...customer, name: 'Customer acme' }] }), page);
    expect(faults).toMatchObject([
      { path: 'customers[0].sites[0].devices[0].address', code: 'NETWORK_ADDRESS_OF_OTHERS' },
    ]);
    expect(JSON.stringify(faults)).not.toMatch(/hidden|acme two/);
  });
});

describe('what a network file does not name', () => {
  it('stays: a network file removes nothing', async () => {
    const all = Array.from({ length: 10 }, (_, at) =>
      device(`r${String(at)}`, `10.5.0.${String(at + 1)}`, { exporters: [`10.5.0.${String(at + 1)}`] }),
    );
    await imported(network('cut', { Lyon: all, Nice: [] }));
    const paths = await stored('cut');
    expect(paths.size).toBe(22);
    expect(await imported(network('cut', { Lyon: [device('r0', '10.5.0.1', { interfaces: [] })] }))).toEqual(
      [],
    );
    expect(await stored('cut')).toEqual(paths);
  });
});
