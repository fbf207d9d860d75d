import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InventoryRows } from '#schemas/inventory/list/routes.ts';
import { addNetwork } from '../inventory/a-network.ts';
import { done, planned } from '#tests/fixtures/provisioning/importing.ts';
import { lastEvent, someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

let server: ServerUnderTest;
let admin: Browser;
beforeAll(async () => {
  server = await openServer();
  await addNetwork(server);
  admin = (await someone(server)).page;
});
afterAll(() => server.close());

const inventory = (): string => `/api/v1/customers/${String(server.customers.get('acme')!)}/inventory`;
const rows = async (requested: string) =>
  (await admin.get(`${inventory()}/${requested}`)).json<InventoryRows>().elements;

/** The device, its interfaces and its probe: ids and places. */
async function edge() {
  await server.followInventory();
  const each = ['device?q=edge-1', 'interface?q=edge-1', 'probe?q=edge-1'].map(rows);
  return (await Promise.all(each)).flat().map(({ id, name, properties }) => [id, name, properties['site']]);
}

const HEAD = 'customer;site;device;address;interface;alias';
const csv = (...lines: readonly string[]): string => [HEAD, ...lines].join('\n');

describe('a device that a file names at another site of its customer', () => {
  const atTwo = ['acme;acme two;edge-1;10.0.0.10;Gi0/2;Uplink', 'acme;acme two;edge-2;10.0.0.9;;'];

  it('moves there with its interfaces and probes under the same ids, and back when the import is undone', async () => {
    const before = await edge();
    const { import: run, changes } = await planned(admin, csv(...atTwo));
    expect(changes.map(({ change, kind, name, fields }) => [change, kind, name, fields])).toEqual([
      [
        'changed',
        'device',
        'acme / acme two / edge-1',
        [{ name: 'site', before: 'acme one', after: 'acme two' }],
      ],
      [
        'changed',
        'interface',
        'acme / acme two / edge-1 / Gi0/2',
        [{ name: 'alias', before: 'edge-1 to Zürich', after: 'Uplink' }],
      ],
    ]);
    expect(await edge()).toEqual(before);

    await done(admin, run.id, 'apply');
    expect(await edge()).toEqual(before.map(([id, name]) => [id, name, 'acme two']));
    expect((await lastEvent(server, 'import.apply')).detail).toContain('device acme / acme two / edge-1');

    const undone = await done(admin, run.id, 'undo');
    expect([undone.import.state, undone.import.failure]).toEqual(['undone', null]);
    expect(await edge()).toEqual(before);
  });

  it('survives the removal of the site that it leaves, and the undo brings both back', async () => {
    const before = await edge();
    const { import: run, changes } = await planned(admin, csv(...atTwo), 'name=a.csv&removeMissing=true');
    // An interface that the file does not name goes with the import, as does what is left of the former site.
    expect(changes.filter(({ change }) => change === 'removed').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['acme / acme one', 'acme / acme two / edge-1 / Gi0/10']),
    );
    await done(admin, run.id, 'apply');
    await server.followInventory();
    expect((await rows('site?')).map(({ name }) => name)).toEqual(['acme two']);
    expect(await edge()).toEqual(
      before.filter(([, name]) => name !== 'Gi0/10').map(([id, name]) => [id, name, 'acme two']),
    );
    const undone = await done(admin, run.id, 'undo');
    expect(undone.import.failure).toBeNull();
    expect(await edge()).toEqual(before);
    expect((await rows('site?')).map(({ name }) => name).toSorted()).toEqual(['acme one', 'acme two']);
  });

  it('stays when someone has moved it on since: the import is then not undone', async () => {
    const [[device] = []] = await edge();
    const { import: run } = await planned(admin, csv(...atTwo));
    await done(admin, run.id, 'apply');
    await server.followInventory();
    const sites = await rows('site?');
    const idOf = (site: string): number => sites.find(({ name }) => name === site)!.id;
    const target = { customer: server.customers.get('acme')!, site: idOf('acme one') };
    const moved = await admin.send('POST', `${inventory()}/device/move`, {
      body: { elements: [{ id: device, version: String(idOf('acme two')) }], target },
    });
    expect(moved.statusCode).toBe(200);
    const retained = await done(admin, run.id, 'undo');
    expect([retained.import.state, retained.import.failure?.code]).toEqual([
      'finished',
      'IMPORT_UNDO_CHANGED',
    ]);
    expect((await edge())[0]).toEqual([device, 'edge-1', 'acme one']);
  });
});
