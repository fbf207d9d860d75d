import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjects } from '#schemas/bus/subject.ts';
import type { ElementAction } from '#schemas/inventory/change/action-routes.ts';
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

async function list(requested: string, by = page): Promise<readonly InventoryElement[]> {
  const reply = await by.get(`${base()}/inventory/${requested}`);
  expect([requested, reply.statusCode]).toEqual([requested, 200]);
  return reply.json<InventoryRows>().elements;
}
const idsOf = async (requested: string): Promise<number[]> => (await list(requested)).map(({ id }) => id);
const states = async (requested: string): Promise<string[]> =>
  (await list(requested)).map(({ name, active }) => `${name} ${active ? 'on' : 'off'}`);

const switchThem = (kind: string, body: object, by = page) =>
  by.send('POST', `${base()}/inventory/${kind}/collection`, { body });

describe('the collection of elements', () => {
  it('is deactivated with a motivation, the author and the time, and activated again', async () => {
    const [first, second] = await idsOf('device');
    const off = await switchThem('device', {
      chosen: { ids: [first, second] },
      active: false,
      comment: ' Works until Friday ',
    });
    expect(off.json()).toEqual({ switched: 2, unchanged: 0 });
    const [element] = await list('device?q=edge-1');
    expect(element).toMatchObject({
      active: false,
      status: { comment: 'Works until Friday', by: 'planner', at: server.clock.now().toISOString() },
    });
    const again = await switchThem('device', { chosen: { ids: [first, second] }, active: false });
    expect(again.json()).toEqual({ switched: 0, unchanged: 2 });
    const on = await switchThem('device', { chosen: { ids: [first] }, active: true });
    expect(on.json()).toEqual({ switched: 1, unchanged: 0 });
    expect(await states('device')).toEqual(['edge-1 on', 'edge-2 off']);
    expect((await list('device?q=edge-1'))[0]?.status).toMatchObject({ comment: '', by: 'planner' });
    await switchThem('device', { chosen: { ids: [second] }, active: true });
  });

  it('is switched for everything that a filter finds, and for nothing else', async () => {
    const matching = { where: 'device:equals:edge-2;name:contains:/10' };
    const off = await switchThem('interface', { chosen: { matching }, active: false, comment: 'spare' });
    expect(off.json()).toEqual({ switched: 1, unchanged: 0 });
    expect(await states('interface?where=device:equals:edge-2')).toEqual(['Gi0/2 on', 'Gi0/10 off']);
    expect(await states('interface?where=device:equals:edge-1')).toEqual(['Gi0/2 on', 'Gi0/10 on']);
    await switchThem('interface', { chosen: { matching }, active: true });
  });

  it('is taking effect until every process has read the inventory since, and can be filtered by that', async () => {
    await server.followInventory();
    let readAt = server.clock.now().getTime();
    const ending = new AbortController();
    const { signal } = ending;
    const { bus } = server.stack;
    for (const lead of [0, 60_000])
      bus.subscribe(
        subjects.inventoryReading,
        ({ respond }) => respond(JSON.stringify({ readAt: readAt + lead })),
        { signal },
      );
    await bus.flush();
    await server.clock.leap(5_000);
    const [id] = await idsOf('device?q=edge-1');
    await switchThem('device', { chosen: { ids: [id] }, active: false });
    await server.followInventory();
    const effects = async (requested: string) =>
      (await list(requested)).map(({ name, takingEffect }) => `${name} ${String(takingEffect)}`);
    expect(await effects('device')).toEqual(['edge-1 true', 'edge-2 false']);
    expect(await effects('device?takingEffect=true')).toEqual(['edge-1 true']);
    expect(await effects('device?takingEffect=false')).toEqual(['edge-2 false']);
    readAt = server.clock.now().getTime();
    await server.clock.leap(5_000);
    expect(await effects('device')).toEqual(['edge-1 false', 'edge-2 false']);
    ending.abort();
    await switchThem('device', { chosen: { ids: [id] }, active: true });
    await server.followInventory();
  });

  it('of a site ends that of everything at it, which says so', async () => {
    const [site] = await idsOf('site?q=one');
    await switchThem('site', { chosen: { ids: [site] }, active: false });
    await server.followInventory();
    const above = async (requested: string) =>
      (await list(requested)).map(({ inactiveAbove }) => inactiveAbove);
    expect(await above('interface?where=device:equals:edge-1')).toEqual([
      { kind: 'site', name: 'acme one' },
      { kind: 'site', name: 'acme one' },
    ]);
    expect(await above('device?q=edge-2')).toEqual([null]);
    expect(await above('site?q=one')).toEqual([null]);
    await switchThem('site', { chosen: { ids: [site] }, active: true });
    await server.followInventory();
  });

  it('is part of the log of each element, and of the inventory', async () => {
    const [id, other] = await idsOf('device');
    await switchThem('device', { chosen: { ids: [id, other] }, active: false, comment: 'Move' });
    await switchThem('device', { chosen: { ids: [id, other] }, active: true });
    const read = async (query: string, by = page) =>
      (await by.get(`${base()}/inventory-actions?${query}`)).json<{
        actions: ElementAction[];
        next: string | null;
      }>();
    const { actions } = await read(`element=${String(id)}&count=2`);
    expect(actions).toMatchObject([
      { action: 'inventory.activate', comment: '', name: 'device acme one / edge-1', actor: 'planner' },
      {
        action: 'inventory.deactivate',
        comment: 'Move',
        changes: [{ field: 'active', before: true, after: false }],
      },
    ]);
    const first = await read('count=3');
    const second = await read(`count=3&before=${String(first.next)}`);
    expect([...first.actions, ...second.actions].slice(0, 4).map(({ name }) => name)).toEqual([
      'device acme two / edge-2',
      'device acme one / edge-1',
      'device acme two / edge-2',
      'device acme one / edge-1',
    ]);
    expect(first.actions).toHaveLength(3);
  });

  it.each([
    [{ chosen: { ids: [] }, active: true }, 'VALIDATION'],
    [{ chosen: { ids: [2_000_000_000] }, active: true }, 'NOT_FOUND'],
    [{ chosen: { matching: { q: 'nothing' } }, active: true }, 'NOT_FOUND'],
    [{ chosen: { matching: { where: 'x' } }, active: true }, 'VALIDATION'],
    [{ chosen: { matching: {}, ids: [1] }, active: true }, 'VALIDATION'],
    [{ chosen: { matching: {} }, active: false, comment: 'x'.repeat(501) }, 'VALIDATION'],
  ])('rejects %j', async (body, code) => {
    expect(statusAndCode(await switchThem('device', body))[1]).toBe(code);
  });

  it('is switched by users with the right to write alone, and at the sites that they see', async () => {
    const [one, two] = await idsOf('device');
    await server.account({ username: 'reader', permissions: ['NETWORK.read'] });
    const reader = await server.signedIn('reader');
    const expected = { chosen: { ids: [one, two] }, active: false };
    expect(statusAndCode(await switchThem('device', expected, reader))).toEqual([403, 'FORBIDDEN']);
    const [site] = await idsOf('site?q=two');
    const local = await restrictedTo(server, { username: 'local', site: site! });
    expect((await switchThem('device', expected, local)).json()).toEqual({ switched: 1, unchanged: 0 });
    expect(await states('device')).toEqual(['edge-1 on', 'edge-2 off']);
    const hidden = { chosen: { ids: [one] }, active: false };
    expect(statusAndCode(await switchThem('device', hidden, local))).toEqual([404, 'NOT_FOUND']);
    const log = (await local.get(`${base()}/inventory-actions`)).json<{ actions: ElementAction[] }>();
    expect(new Set(log.actions.map(({ element }) => element))).toContain(two);
    expect(log.actions.every(({ name }) => !name.includes('acme one'))).toBe(true);
    await switchThem('device', { chosen: { ids: [two] }, active: true }, local);
  });
});
