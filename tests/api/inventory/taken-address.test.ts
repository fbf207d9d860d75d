import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InventoryRows } from '#schemas/inventory/list/routes.ts';
import type { Problem } from '#schemas/problem/problem.ts';
import { done, planned } from '#tests/fixtures/provisioning/importing.ts';
import { someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { addNetwork, restrictedTo } from './a-network.ts';

let server: ServerUnderTest;
let admin: Browser;
beforeAll(async () => {
  server = await openServer();
  await addNetwork(server);
  admin = (await someone(server)).page;
});
afterAll(() => server.close());

const ADDRESS = '10.0.0.10';
const customer = (name: string): number => server.customers.get(name)!;
const base = (of: string): string => `/api/v1/customers/${String(customer(of))}/inventory`;
const rows = async (list: string, of: string) =>
  (await admin.get(`${base(of)}/${list}`)).json<InventoryRows>().elements;
const siteOf = async (name: string, of: string): Promise<number> =>
  (await rows('site?', of)).find((site) => site.name === name)!.id;

/** A device at a site, as a statement: two doors may have left it. */
async function storeDevice(of: string, site: number, { name = 'twin', address = ADDRESS } = {}) {
  const { db } = server.stack;
  const { id } = await db
    .insertInto('network_element')
    .values({ customer_id: customer(of), kind: 'device', parent_id: site, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('device').values({ id, address }).execute();
  return id;
}
const removeStored = (...ids: readonly number[]) =>
  server.stack.db.deleteFrom('network_element').where('id', 'in', ids).execute();

/** `acme` has `edge-1` at the address. */
let [edge, one, elsewhere] = [0, 0, 0];
beforeEach(async () => {
  await server.followInventory();
  edge = (await rows('device?q=edge-1', 'acme'))[0]!.id;
  one = await siteOf('acme one', 'acme');
  elsewhere = (await rows('site?', 'globex'))[0]!.id;
});

interface Move {
  readonly ids: readonly number[];
  readonly from?: string;
  readonly to?: { readonly customer: number; readonly site: number };
  readonly by?: Browser;
}
const move = ({ ids, from = 'acme', to, by = admin }: Move, at = one) =>
  by.send('POST', `${base(from)}/device/move`, {
    body: {
      elements: ids.map((id) => ({ id, version: String(at) })),
      target: to ?? { customer: customer('globex'), site: elsewhere },
    },
  });

describe('a device whose address another device of the new customer has', () => {
  it('does not move there, alone or among others, and says which device has the address', async () => {
    const twin = await storeDevice('globex', elsewhere);
    const second = await storeDevice('acme', one, { name: 'second', address: '10.0.0.77' });
    const before = await rows('device?', 'acme');
    for (const ids of [[edge], [second, edge]]) {
      const reply = await move({ ids });
      expect(reply.statusCode).toBe(400);
      expect(reply.json<Problem>()).toMatchObject({
        code: 'NETWORK_ADDRESS_TAKEN',
        params: { address: ADDRESS, device: 'twin', customer: 'globex' },
      });
    }
    await server.followInventory();
    expect((await rows('device?', 'acme')).map(({ id }) => id)).toEqual(
      expect.arrayContaining(before.map(({ id }) => id)),
    );
    // Elsewhere within its customer it has always had the address.
    const within = { customer: customer('acme'), site: await siteOf('acme two', 'acme') };
    expect((await move({ ids: [edge], to: within })).statusCode).toBe(200);
    const back = { customer: customer('acme'), site: one };
    expect((await move({ ids: [edge], to: back }, within.site)).statusCode).toBe(200);
    await removeStored(twin);
    expect((await move({ ids: [second] })).statusCode).toBe(200);
    await server.stack.db.deleteFrom('network_element').where('name', '=', 'second').execute();
  });

  it('does not move back once another device of its former customer has got the address', async () => {
    const { moved } = (await move({ ids: [edge] })).json<{ moved: { id: number; version: string }[] }>();
    const twin = await storeDevice('acme', one);
    await server.followInventory();
    const home = { customer: customer('acme'), site: one };
    const there = moved.map(({ id }) => id);
    const rejected = await move({ ids: there, from: 'globex', to: home }, elsewhere);
    expect(rejected.json<Problem>().code).toBe('NETWORK_ADDRESS_TAKEN');
    await removeStored(twin);
    expect((await move({ ids: there, from: 'globex', to: home }, elsewhere)).statusCode).toBe(200);
  });

  it('does not move with a device of the same address', async () => {
    const twin = await storeDevice('acme', one);
    const reply = await move({ ids: [edge, twin] });
    expect(reply.json<Problem>()).toMatchObject({
      code: 'NETWORK_ADDRESS_TAKEN',
      params: { address: ADDRESS, device: 'edge-1', customer: 'globex' },
    });
    await removeStored(twin);
  });

  it('learns nothing of a device at a site that the user does not see', async () => {
    const foreign = await storeDevice('globex', elsewhere, { name: 'arriving', address: '10.0.0.9' });
    const page = await restrictedTo(server, { username: 'sees-one-site', site: one, others: ['globex'] });
    await server.followInventory();
    const to = { customer: customer('acme'), site: one };
    const reply = await move({ ids: [foreign], from: 'globex', to, by: page }, elsewhere);
    expect(reply.json<Problem>()).toMatchObject({ code: 'NETWORK_ADDRESS_OF_OTHERS' });
    expect(reply.body).not.toMatch(/edge-2|acme two/);
    await removeStored(foreign);
  });

  it('is rejected by an import and by a network file that name it at the new customer', async () => {
    const twin = await storeDevice('globex', elsewhere);
    await server.followInventory();
    const { name } = (await rows('site?', 'globex'))[0]!;
    // The file names the other device too, so that it is no rename.
    const lines = [`globex;${name};edge-1;${ADDRESS}`, `globex;${name};twin;`];
    const csv = ['customer;site;device;address', ...lines].join('\n');
    const { faults } = await planned(admin, csv);
    expect(faults.map(({ code }) => code)).toEqual(['NETWORK_ADDRESS_TAKEN']);
    const place = { latitude: 1, longitude: 2 };
    const devices = [{ name: 'edge-1', address: ADDRESS, interfaces: [{ name: 'eth0' }] }];
    const twins = [...devices, { name: 'twin', address: ADDRESS, interfaces: [{ name: 'eth0' }] }];
    const file = (own: readonly object[]) => ({
      customers: [{ clientId: 'globex', name: 'Customer globex', sites: [{ name, ...place, devices: own }] }],
    });
    const path = '/api/v1/mt/inventory/import';
    const repeated = await admin.send('POST', path, { body: file(twins) });
    expect(repeated.json<Problem & { errors: { code: string }[] }>().errors.map(({ code }) => code)).toEqual([
      'NETWORK_ADDRESS_REPEATED',
    ]);
    await removeStored(twin);
  });

  it('is not brought back by the undo of the import that removed it', async () => {
    const csv = 'customer;site;device;address\nacme;acme one;;\nacme;acme two;edge-2;10.0.0.9';
    const { import: run } = await planned(admin, csv, 'name=a.csv&removeMissing=true');
    await done(admin, run.id, 'apply');
    await server.followInventory();
    expect((await rows('device?', 'acme')).map(({ name }) => name)).toEqual(['edge-2']);
    const twin = await storeDevice('acme', one);
    const undone = await done(admin, run.id, 'undo');
    expect(undone.import.failure).toMatchObject({ code: 'IMPORT_UNDO_CHANGED' });
    await server.followInventory();
    expect((await rows('device?', 'acme')).map(({ id }) => id)).toContain(twin);
    expect((await rows('device?q=edge-1', 'acme')).length).toBe(0);
  });
});
