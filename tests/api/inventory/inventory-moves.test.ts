import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ElementAction } from '#schemas/inventory/change/action-routes.ts';
import type { ElementDifference } from '#schemas/inventory/change/attribute-routes.ts';
import type { MoveExtent } from '#schemas/inventory/change/move-routes.ts';
import type { InventoryRows } from '#schemas/inventory/list/routes.ts';
import { returnsOf, type MovedPart } from '#web/features/inventory/change/move-facts.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { addNetwork, restrictedTo } from './a-network.ts';

interface Preview {
  readonly elements: readonly ElementDifference[];
  readonly extent: MoveExtent;
}

let server: ServerUnderTest;
let page: Browser;
let ofAcme: Browser;

beforeAll(async () => {
  server = await openServer();
  await addNetwork(server);
  const permissions = [
    'NETWORK.read',
    'NETWORK.write',
    'PARAMETERS.CLUSTER.write',
    'DASHBOARD.write',
  ] as const;
  await server.account({ username: 'planner', permissions: [...permissions] });
  await server.account({ username: 'local', permissions: [...permissions], customers: ['acme'] });
  page = await server.signedIn('planner');
  ofAcme = await server.signedIn('local');
});
afterAll(() => server.close());

const customer = (name: string): number => server.customers.get(name)!;
const base = (of = 'acme'): string => `/api/v1/customers/${String(customer(of))}/inventory`;
const rows = async (requested: string, of = 'acme', by = page) =>
  (await by.get(`${base(of)}/${requested}`)).json<InventoryRows>().elements;
const idOf = async (requested: string, of = 'acme'): Promise<number> => (await rows(requested, of))[0]!.id;

interface MoveDraft {
  readonly ids: readonly number[];
  readonly to: number;
  readonly toCustomer?: string;
  readonly from?: string;
  readonly by?: Browser;
}
const targetOf = ({ to, toCustomer = 'acme' }: MoveDraft) => ({ customer: customer(toCustomer), site: to });
const preview = (expected: MoveDraft) =>
  (expected.by ?? page).send('POST', `${base(expected.from)}/device/move/preview`, {
    body: { chosen: { ids: expected.ids }, target: targetOf(expected) },
  });
const send = (expected: MoveDraft, elements: readonly { id: number; version: string }[]) =>
  (expected.by ?? page).send('POST', `${base(expected.from)}/device/move`, {
    body: { elements, target: targetOf(expected) },
  });
async function move(expected: MoveDraft) {
  const { elements } = (await preview(expected)).json<Preview>();
  const reply = await send(
    expected,
    elements.map(({ id, version }) => ({ id, version })),
  );
  if (reply.statusCode !== 200) throw new Error(reply.body);
  await server.followInventory();
  return reply.json<Pick<MovedPart, 'moved'>>().moved;
}

let edge = 0;
let [one, two] = [0, 0];
beforeEach(async () => {
  // Absent while it is at another customer.
  edge = (await rows('device?q=edge-1'))[0]?.id ?? 0;
  [one, two] = await Promise.all([idOf('site?q=acme%20one'), idOf('site?q=acme%20two')]);
});

describe('a device that moves to another site of its customer', () => {
  it('shows before what changes, goes along and ends', async () => {
    const area = { type: 'area', name: 'North', sites: [two] };
    await page.send('POST', `/api/v1/customers/${String(customer('acme'))}/cluster`, { body: area });
    await server.stack.db
      .insertInto('silence')
      .values(
        [{ sites: [one] }, { sites: [two] }, { elements: [edge] }].map((match) => ({
          customer_id: customer('acme'),
          reason: 'works',
          author: 'x',
          starts_at: new Date(),
          ends_at: new Date(Date.now() + 86_400_000),
          match: JSON.stringify({ alarms: [], severities: [], sites: [], elements: [], ...match }) as never,
        })),
      )
      .execute();
    const found = (await preview({ ids: [edge], to: two })).json<Preview>();
    expect(found.elements).toMatchObject([
      { id: edge, name: 'edge-1', fields: [{ field: 'site', before: 'acme one', after: 'acme two' }] },
    ]);
    expect(found.extent).toMatchObject({
      children: expect.arrayContaining([
        { kind: 'interface', count: 2 },
        { kind: 'probe', count: 1 },
      ]) as unknown,
      alarms: 0,
      silences: 1,
      silencesThere: 1,
      clusters: 1,
      // They keep what names them.
      dashboards: 0,
      thresholds: 0,
      attributions: 0,
      pastAlarms: 0,
    });
  });

  it('keeps its ids and log, and moves back', async () => {
    const [moved] = await move({ ids: [edge], to: two });
    expect(moved).toMatchObject({ id: edge, from: one });
    const [device] = await rows('device?q=edge-1');
    expect(device).toMatchObject({ id: edge, properties: { site: 'acme two' } });
    const actions = (await page.get(`${base()}-actions?element=${String(edge)}`)).json<{
      actions: ElementAction[];
    }>().actions;
    expect(actions[0]).toMatchObject({
      action: 'inventory.move',
      actor: 'planner',
      element: edge,
      changes: [{ field: 'site', before: 'acme one', after: 'acme two' }],
    });
    const back = await send({ ids: [edge], to: moved!.from }, [{ id: edge, version: moved!.version }]);
    expect(back.statusCode).toBe(200);
    await server.followInventory();
  });

  it('is a conflict once someone else has moved it, and rejected where a namesake exists', async () => {
    const { elements } = (await preview({ ids: [edge], to: two })).json<Preview>();
    const versions = elements.map(({ id, version }) => ({ id, version }));
    await move({ ids: [edge], to: two });
    expect(statusAndCode(await send({ ids: [edge], to: two }, versions))).toEqual([409, 'CONFLICT']);
    await move({ ids: [edge], to: one });
    const namesake = await server.stack.db
      .insertInto('network_element')
      .values({ customer_id: customer('acme'), kind: 'device', parent_id: two, name: 'EDGE-1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(statusAndCode(await send({ ids: [edge], to: two }, versions))).toEqual([409, 'NAME_TAKEN']);
    await server.stack.db.deleteFrom('network_element').where('id', '=', namesake.id).execute();
  });
});

describe('a device that moves to another customer', () => {
  const elsewhere = () => idOf('site?q=globex', 'globex');

  it('takes its parts and access along under new ids; everything from before stays where it was', async () => {
    const { db } = server.stack;
    const before = await rows('interface?q=edge-1');
    await db.insertInto('exporter').values({ address: '10.0.0.10', device_id: edge }).execute();
    await db
      .updateTable('device')
      .set({ snmp_version: 'v2c', snmp_community: 'sealed' })
      .where('id', '=', edge)
      .execute();
    await db
      .insertInto('flow_attribution')
      .values({ device_id: edge, vpn: 7, customer_id: customer('acme'), site_id: two })
      .execute();
    await db
      .updateTable('network_element')
      .set({ tags: ['acme-vip'], status_comment: 'words of acme', status_updated_by: 'local' })
      .where('id', '=', edge)
      .execute();
    const to = await elsewhere();
    const found = (await preview({ ids: [edge], to, toCustomer: 'globex' })).json<Preview>();
    expect(found.elements[0]?.fields.map(({ field }) => field)).toEqual(['customer', 'site']);
    expect(found.extent).toMatchObject({ exporters: 1, attributions: 1, silences: 2 });
    const [moved] = await move({ ids: [edge], to, toCustomer: 'globex' });
    expect(moved?.id).not.toBe(edge);
    expect(await rows('device?q=edge-1')).toEqual([]);
    expect(await rows('interface?q=edge-1')).toEqual([]);
    const after = await rows('interface?q=edge-1', 'globex');
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    expect(after.map(({ id }) => id).some((id) => before.some((known) => known.id === id))).toBe(false);
    const stored = await db.selectFrom('device').selectAll().where('id', '=', moved!.id).execute();
    expect(stored).toMatchObject([{ address: '10.0.0.10', vendor: 'Cisco', snmp_community: 'sealed' }]);
    expect(
      await db.selectFrom('exporter').select('device_id').where('address', '=', '10.0.0.10').execute(),
    ).toEqual([{ device_id: moved!.id }]);
    const marks = ['tags', 'status_comment', 'status_updated_by'] as const;
    const retained = await db
      .selectFrom('network_element')
      .select(marks)
      .where('id', '=', moved!.id)
      .execute();
    expect(retained).toEqual([{ tags: [], status_comment: null, status_updated_by: null }]);
    const parts = await db
      .selectFrom('network_component')
      .select('key')
      .where('device_id', '=', moved!.id)
      .execute();
    expect(parts).toEqual([{ key: '1' }]);
    expect(await db.selectFrom('flow_attribution').selectAll().where('vpn', '=', 7).execute()).toEqual([]);
    const log = async (of: string, id: number) =>
      (await page.get(`${base(of)}-actions?element=${String(id)}`)).json<{ actions: ElementAction[] }>()
        .actions;
    expect((await log('acme', edge))[0]).toMatchObject({ action: 'inventory.move' });
    const [arrival, ...earlier] = await log('globex', moved!.id);
    expect(earlier).toEqual([]);
    expect(JSON.stringify(arrival)).not.toMatch(/acme/i);
    // Its past stays unknown there, also by its former id.
    expect((await page.get(`${base('globex')}/device/${String(edge)}`)).statusCode).toBe(404);
  });

  it('moves back to the customer that it came from', async () => {
    const moved = await idOf('device?q=edge-1', 'globex');
    const [back] = await move({ ids: [moved], to: one, from: 'globex', toCustomer: 'acme' });
    expect(await rows('device?q=edge-1', 'globex')).toEqual([]);
    expect(await rows('device?q=edge-1')).toMatchObject([{ id: back!.id, properties: { site: 'acme one' } }]);
  });

  it('needs a user who may change both customers and sees both sites', async () => {
    const to = await elsewhere();
    const expected = { ids: [edge], to, toCustomer: 'globex', by: ofAcme };
    const versions = [{ id: edge, version: String(one) }];
    expect(statusAndCode(await preview(expected))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await send(expected, versions))).toEqual([404, 'NOT_FOUND']);
    // A site of another customer is not reached under the name of one's own.
    const disguised = { ids: [edge], to, by: ofAcme };
    expect(statusAndCode(await send(disguised, versions))).toEqual([404, 'NOT_FOUND']);
    const foreign = {
      ids: [await idOf('device?', 'globex').catch(() => edge)],
      to,
      from: 'globex',
      by: ofAcme,
    };
    expect((await send(foreign, versions)).statusCode).toBe(404);
    const restricted = await restrictedTo(server, { username: 'onesite', site: one });
    expect(statusAndCode(await send({ ids: [edge], to: two, by: restricted }, versions))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await rows('device?q=edge-1')).toMatchObject([{ id: edge, properties: { site: 'acme one' } }]);
  });
});

describe('the undo of a move', () => {
  /** What the confirmation of the console sends. */
  async function undo(moved: MovedPart['moved'], at = 'acme', from = 'acme') {
    const replies = [];
    for (const body of returnsOf({ customerId: customer(from), moved }))
      replies.push(await page.send('POST', `${base(at)}/device/move`, { body }));
    await server.followInventory();
    return replies.map(statusAndCode);
  }
  const placeOf = async (q: string, of = 'acme') => (await rows(`device?q=${q}`, of))[0]?.properties['site'];

  it('takes each device back to the site that it came from', async () => {
    const other = await idOf('device?q=edge-2');
    const to = await idOf('site?q=globex', 'globex');
    const moved = await move({ ids: [edge, other], to, toCustomer: 'globex' });
    expect(new Set(moved.map(({ from }) => from))).toEqual(new Set([one, two]));
    expect(await rows('device?')).toEqual([]);
    expect(await undo(moved, 'globex')).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect([await placeOf('edge-1'), await placeOf('edge-2')]).toEqual(['acme one', 'acme two']);
    expect(await rows('device?', 'globex')).toEqual([]);
  });

  it('is possible at once, before the live inventory knows of the move', async () => {
    const versions = [{ id: edge, version: String(one) }];
    const across = { ids: [edge], to: await idOf('site?q=globex', 'globex'), toCustomer: 'globex' };
    const within = { ids: [edge], to: two };
    for (const expected of [across, within]) {
      const reply = await send(expected, versions);
      const { moved } = reply.json<Pick<MovedPart, 'moved'>>();
      expect(await undo(moved, expected === across ? 'globex' : 'acme')).toEqual([[200, undefined]]);
      versions[0]!.id = await idOf('device?q=edge-1');
      within.ids = [versions[0]!.id];
    }
    expect(await placeOf('edge-1')).toBe('acme one');
    const log = await page.get(`${base()}-actions?element=${String(versions[0]!.id)}`);
    expect(log.json<{ actions: ElementAction[] }>().actions[0]?.changes).toEqual([
      { field: 'site', before: 'acme two', after: 'acme one' },
    ]);
  });

  it('is a conflict once someone else has moved the device, which stays where they took it', async () => {
    const moved = await move({ ids: [edge], to: two });
    await move({ ids: [edge], to: one });
    expect(await undo(moved)).toEqual([[409, 'CONFLICT']]);
    expect(await placeOf('edge-1')).toBe('acme one');
  });

  it('is rejected while a device of its name is at the former site, and possible afterwards', async () => {
    const moved = await move({ ids: [edge], to: two });
    const { id } = await server.stack.db
      .insertInto('network_element')
      .values({ customer_id: customer('acme'), kind: 'device', parent_id: one, name: 'Edge-1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await undo(moved)).toEqual([[409, 'NAME_TAKEN']]);
    expect(await placeOf('edge-1')).toBe('acme two');
    await server.stack.db.deleteFrom('network_element').where('id', '=', id).execute();
    expect(await undo(moved)).toEqual([[200, undefined]]);
    expect(await placeOf('edge-1')).toBe('acme one');
  });
});
