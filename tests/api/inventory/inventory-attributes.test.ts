import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ElementAction } from '#schemas/inventory/change/action-routes.ts';
import type { ElementDifference } from '#schemas/inventory/change/attribute-routes.ts';
import type { InventoryElement, InventoryRows } from '#schemas/inventory/list/routes.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { addNetwork, restrictedTo } from './a-network.ts';

let server: ServerUnderTest;
let page: Browser;

beforeAll(async () => {
  server = await openServer();
  await addNetwork(server);
  await server.account({ username: 'planner', permissions: ['NETWORK.read', 'NETWORK.write'] });
  page = await server.signedIn('planner');
});
afterAll(() => server.close());

const base = (): string => `/api/v1/customers/${String(server.customers.get('acme'))}`;

async function list(requested: string): Promise<readonly InventoryElement[]> {
  await server.followInventory();
  return (await page.get(`${base()}/inventory/${requested}`)).json<InventoryRows>().elements;
}
const preview = (kind: string, body: object, by = page) =>
  by.send('POST', `${base()}/inventory/${kind}/attributes/preview`, { body });
const update = (kind: string, body: object, by = page) =>
  by.send('PATCH', `${base()}/inventory/${kind}`, { body });
async function difference(kind: string, body: object): Promise<ElementDifference[]> {
  const reply = await preview(kind, body);
  expect([reply.statusCode, reply.body.slice(0, 200)]).toEqual([200, expect.any(String)]);
  return reply.json<{ elements: ElementDifference[] }>().elements;
}
const versionsOf = (elements: readonly ElementDifference[]) =>
  elements.map(({ id, version }) => ({ id, version }));

describe('the attributes of elements', () => {
  it('of many change after a difference that names each of them, with tags added and removed', async () => {
    const [one, two] = await list('device');
    const chosen = { ids: [one!.id, two!.id] };
    const first = { model: 'X1', addTags: ['core', 'lyon'] };
    await update('device', {
      elements: versionsOf(await difference('device', { chosen, change: first })),
      change: first,
    });
    const change = { model: 'X2', addTags: ['spare'], removeTags: ['core'], infrastructure: 'cisco iwan' };
    const found = await difference('device', { chosen, change });
    expect(found.map(({ name, fields }) => [name, fields])).toEqual(
      ['edge-1', 'edge-2'].map((name) => [
        name,
        [
          { field: 'tags', before: ['core', 'lyon'], after: ['lyon', 'spare'] },
          { field: 'infrastructure', before: null, after: 'cisco iwan' },
          { field: 'model', before: 'X1', after: 'X2' },
        ],
      ]),
    );
    const applied = await update('device', { elements: versionsOf(found), change });
    expect(applied.json()).toEqual({ changed: 2 });
    expect(
      (await list('device?where=tags:contains:spare')).map(({ properties }) => properties),
    ).toMatchObject([
      { name: 'edge-1', vendor: 'Cisco', model: 'X2', tags: 'lyon, spare', infrastructure: 'cisco iwan' },
      { name: 'edge-2', vendor: 'Juniper', model: 'X2', tags: 'lyon, spare' },
    ]);
    const again = await update('device', {
      elements: versionsOf(await difference('device', { chosen, change })),
      change,
    });
    expect(again.json()).toEqual({ changed: 0 });
    const log = await page.get(`${base()}/inventory-actions?element=${String(one!.id)}`);
    expect(log.json<{ actions: ElementAction[] }>().actions[0]).toMatchObject({
      action: 'inventory.edit',
      actor: 'planner',
      changes: [
        { field: 'tags' },
        { field: 'infrastructure' },
        { field: 'model', before: 'X1', after: 'X2' },
      ],
    });
  });

  it('of a site and of an interface are kept as the inventory shows them', async () => {
    const [site] = await list('site?q=acme%20one');
    const place = { name: 'Lyon', city: 'Lyon 3e', country: 'FR', region: 'South', latitude: 45.76 };
    const change = { ...place, networks: ['10.9.0.0/16', '2001:db8::/32'] };
    const chosen = { ids: [site!.id] };
    const elements = versionsOf(await difference('site', { chosen, change }));
    expect((await update('site', { elements, change })).statusCode).toBe(200);
    expect((await list('site?q=Lyon'))[0]?.properties).toMatchObject({
      name: 'Lyon',
      city: 'Lyon 3e',
      country: 'FR',
      region: 'South',
      latitude: '45.76',
      longitude: '2',
      networks: '10.9.0.0/16, 2001:db8::/32',
    });
    const [port] = await list('interface?where=device:equals:edge-1');
    const speed = { alias: 'To the provider', bandwidthIn: 10_000_000, bandwidthOut: null };
    const ports = { chosen: { ids: [port!.id] }, change: speed };
    const named = versionsOf(await difference('interface', ports));
    expect((await update('interface', { elements: named, change: speed })).statusCode).toBe(200);
    expect((await list('interface?where=infrastructure:equals:wan access'))[0]?.properties).toMatchObject({
      name: port!.name,
      alias: 'To the provider',
      bandwidthIn: '10000000',
      bandwidthOut: '',
    });
  });

  it('are not overwritten when they have changed since they were shown, by whom ever', async () => {
    const [device] = await list('device?q=edge-2');
    const change = { vendor: 'Nokia' };
    const elements = versionsOf(await difference('device', { chosen: { ids: [device!.id] }, change }));
    await server.stack.db.updateTable('device').set({ model: 'X9' }).where('id', '=', device!.id).execute();
    expect(statusAndCode(await update('device', { elements, change }))).toEqual([409, 'CONFLICT']);
    expect((await list('device?q=edge-2'))[0]?.properties['vendor']).toBe('Juniper');
  });

  it.each([
    ['device', { city: 'Lyon' }, 'VALIDATION', 'body.change.city FIELD_UNKNOWN'],
    ['interface', { name: 'Gi0/3' }, 'VALIDATION', 'body.change.name FIELD_UNKNOWN'],
    ['device', {}, 'VALIDATION', 'body.change REQUIRED'],
    ['device', { name: 'same' }, 'VALIDATION', 'body.change.name NOT_UNIQUE'],
    ['device', { addTags: ['a,b'] }, 'VALIDATION', 'body.change.addTags.0 INPUT_INVALID'],
    ['site', { networks: ['10.0.0.1'] }, 'VALIDATION', 'body.change.networks.0 PREFIX_INVALID'],
    ['site', { latitude: 91 }, 'VALIDATION', 'body.change.latitude TOO_LARGE'],
  ])('of kind %s reject %j', async (kind, change, code, fault) => {
    const ids = (await list(kind)).map(({ id }) => id);
    const reply = await preview(kind, { chosen: { ids }, change });
    const { errors } = reply.json<{ errors: { path: string; code: string }[] }>();
    expect([statusAndCode(reply)[1], `${errors[0]?.path ?? ''} ${errors[0]?.code ?? ''}`]).toEqual([
      code,
      fault,
    ]);
  });

  it('reject a name that is taken, and more tags than an element can have', async () => {
    const [one, two] = await list('site');
    const change = { name: two!.name };
    const elements = versionsOf(await difference('site', { chosen: { ids: [one!.id] }, change }));
    const taken = await update('site', { elements, change });
    expect(statusAndCode(taken)).toEqual([409, 'NAME_TAKEN']);
    expect(taken.json<{ errors: { path: string }[] }>().errors[0]?.path).toBe('body.change.name');
    const tags = (from: number) => Array.from({ length: 15 }, (_, index) => `tag ${String(from + index)}`);
    const first = { addTags: tags(0) };
    const chosen = { ids: [one!.id] };
    await update('site', {
      elements: versionsOf(await difference('site', { chosen, change: first })),
      change: first,
    });
    const tooMany = await preview('site', { chosen, change: { addTags: tags(15) } });
    expect(tooMany.json<{ errors: { code: string }[] }>().errors[0]?.code).toBe('TOO_MANY');
  });

  it('of hidden elements change nothing: they are as good as missing', async () => {
    const [one, two] = (await list('site')).toSorted((a, b) => a.id - b.id);
    const local = await restrictedTo(server, { username: 'local', site: two!.id });
    const change = { city: 'Nowhere' };
    const hidden = await preview('site', { chosen: { ids: [one!.id] }, change }, local);
    expect(statusAndCode(hidden)).toEqual([404, 'NOT_FOUND']);
    const elements = versionsOf(await difference('site', { chosen: { ids: [one!.id, two!.id] }, change }));
    expect(statusAndCode(await update('site', { elements, change }, local))).toEqual([404, 'NOT_FOUND']);
    const own = elements.filter(({ id }) => id === two!.id);
    expect((await update('site', { elements: own, change }, local)).json()).toEqual({ changed: 1 });
    expect((await list('site?where=city:equals:nowhere')).map(({ id }) => id)).toEqual([two!.id]);
  });
});
