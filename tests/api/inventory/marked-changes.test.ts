import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MarkedChanges } from '#schemas/inventory/change/action-routes.ts';
import type { InventoryElement, InventoryRows } from '#schemas/inventory/list/routes.ts';
import { elementMarkLimits } from '#schemas/limit/element-mark.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { atNight } from '../../gate/at-night.ts';
import { addNetwork, restrictedTo } from './a-network.ts';

const HOUR = 3_600;
type Kind = 'site' | 'device' | 'interface';

describe('configuration changes in the lane of a chart', () => {
  let server: ServerUnderTest;
  let page: Browser;
  let start: number;
  const base = (): string => `/api/v1/customers/${String(server.customers.get('acme'))}`;
  const elements = async (kind: Kind): Promise<readonly InventoryElement[]> =>
    (await page.get(`${base()}/inventory/${kind}`)).json<InventoryRows>().elements;
  const named = async (kind: Kind, name: string, device?: string): Promise<InventoryElement> =>
    (await elements(kind)).find((one) => one.name === name && (!device || one.device?.name === device))!;

  async function edit(element: InventoryElement, change: object): Promise<void> {
    const at = `${base()}/inventory/${element.kind}`;
    const preview = await page.send('POST', `${at}/attributes/preview`, {
      body: { chosen: { ids: [element.id] }, change },
    });
    const [{ id, version }] = preview.json<{ elements: [{ id: number; version: string }] }>().elements;
    const reply = await page.send('PATCH', at, { body: { elements: [{ id, version }], change } });
    if (reply.statusCode !== 200) throw new Error(reply.body);
    await server.followInventory();
  }
  const read = (element: InventoryElement, by: Browser, period: object) =>
    by.send('POST', `${base()}/inventory-actions/marks`, {
      body: {
        from: start,
        to: start + 2 * HOUR,
        elements: [{ element: element.kind, filters: [{ element: element.kind, ids: [element.id] }] }],
        ...period,
      },
    });
  async function marked(element: InventoryElement, by = page, period: object = {}): Promise<MarkedChanges> {
    const reply = await read(element, by, period);
    expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, '']);
    return reply.json();
  }
  const words = ({ changes }: MarkedChanges) =>
    changes.map(({ action, name, changes: [first] }) => [action, name, first?.before, first?.after]);

  beforeAll(async () => {
    server = await openServer();
    start = Math.floor(server.clock.now().getTime() / 1_000) - HOUR;
    await addNetwork(server);
    await server.account({ username: 'planner', permissions: ['NETWORK.read', 'NETWORK.write'] });
    page = await server.signedIn('planner');
    await edit(await named('interface', 'Gi0/10', 'edge-1'), { alias: 'Backup' });
    await edit(await named('device', 'edge-1'), { model: 'X2' });
    await edit(await named('site', 'acme one'), { city: 'Bron' });
    await edit(await named('interface', 'Gi0/10', 'edge-2'), { alias: 'There' });
    const noted = await named('interface', 'Gi0/10', 'edge-1');
    const at = `${base()}/inventory/interface/${String(noted.id)}/note`;
    await page.send('POST', at, { body: { text: 'Spare line' } });
  });
  afterAll(() => server.close());

  const ofPort = ['inventory.edit', 'interface edge-1 / Gi0/10', 'edge-1 to Zürich', 'Backup'];
  const ofDevice = ['inventory.edit', 'device acme one / edge-1', 'X1', 'X2'];
  const ofSite = ['inventory.edit', 'site acme one', 'Lyon', 'Bron'];

  it('are those of its elements, of their devices and sites, oldest first and without notes', async () => {
    const port = await marked(await named('interface', 'Gi0/10', 'edge-1'));
    expect(words(port).map(([action, , ...values]) => [action, ...values])).toEqual(
      [ofPort, ofDevice, ofSite].map(([action, , ...values]) => [action, ...values]),
    );
    expect(port.count).toBe(3);
    expect(port.changes.map(({ actor }) => actor)).toEqual(['planner', 'planner', 'planner']);
    const neighbour = await marked(await named('interface', 'Gi0/2', 'edge-1'));
    expect(neighbour.changes.map(({ element }) => element)).toEqual(
      port.changes.slice(1).map(({ element }) => element),
    );
  });

  it('of a chart that shows a site are all at the site', async () => {
    expect((await marked(await named('site', 'acme one'))).count).toBe(3);
    expect(words(await marked(await named('site', 'acme two'))).map(([, , , after]) => after)).toEqual([
      'There',
    ]);
  });

  it('are of the period, which ends after it starts', async () => {
    const port = await named('interface', 'Gi0/10', 'edge-1');
    expect(await marked(port, page, { from: start - HOUR, to: start })).toEqual({ changes: [], count: 0 });
    expect(statusAndCode(await read(port, page, { to: start }))).toEqual([400, 'VALIDATION']);
  });

  it('of sites that a reader does not see are in neither list nor count, and need the right to the log', async () => {
    const [one, two] = [await named('site', 'acme one'), await named('site', 'acme two')];
    const limited = await restrictedTo(server, { username: 'of-two', site: two.id });
    expect(await marked(one, limited)).toEqual({ changes: [], count: 0 });
    expect((await marked(two, limited)).count).toBe(1);
    const both = { elements: [{ element: 'interface', filters: [] }] };
    expect((await marked(one, limited, both)).count).toBe(1);
    expect((await marked(one, page, both)).count).toBe(4);
    await server.account({ username: 'viewer', permissions: ['DASHBOARD.read', 'ALERT.read'] });
    expect(statusAndCode(await read(one, await server.signedIn('viewer'), {}))).toEqual([403, 'FORBIDDEN']);
  });

  atNight('of a period are the newest 200, with the number of all', async () => {
    const site = await named('site', 'acme two');
    const before = (await marked(site)).count;
    for (let round = 0; round < elementMarkLimits.maxChanges; round += 1)
      await edit(await named('site', 'acme two'), { city: `City ${String(round)}` });
    const { changes, count } = await marked(site);
    expect([changes.length, count]).toEqual([
      elementMarkLimits.maxChanges,
      elementMarkLimits.maxChanges + before,
    ]);
    expect(changes.at(-1)?.changes[0]?.after).toBe(`City ${String(elementMarkLimits.maxChanges - 1)}`);
  });
});
