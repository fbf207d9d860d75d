import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import type { ElementAction } from '#schemas/inventory/change/action-routes.ts';
import { MAX_NOTE_BYTES, type ElementNote } from '#schemas/inventory/change/note-routes.ts';
import type { InventoryElement, InventoryRows } from '#schemas/inventory/list/routes.ts';
import { kpis, type KpiKey } from '#schemas/kpi/library.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { addNetwork, restrictedTo } from './a-network.ts';

const WINDOW = 300;
const rights = ['NETWORK.read', 'NETWORK.write', 'DASHBOARD.read'] as const;

let server: ServerUnderTest;
let page: Browser;
let ports: readonly InventoryElement[];

const base = (): string => `/api/v1/customers/${String(server.customers.get('acme'))}`;
const listed = async (list: string, by = page): Promise<readonly InventoryElement[]> =>
  (await by.get(list)).json<InventoryRows>().elements;
const across = (list: string, by = page) => listed(`/api/v1/cc/inventory/${list}`, by);

/** Values of a port of one window after the other, up to the newest closed one; undefined: none. */
const valuesOf: Readonly<Record<string, Readonly<Partial<Record<KpiKey, readonly (number | undefined)[]>>>>> =
  {
    'edge-1 Gi0/10': { itf_avail: [100, 100], itf_in_util: [40, 91], itf_out_util: [30, 12] },
    'edge-1 Gi0/2': { itf_avail: [100, 0], itf_in_util: [55, undefined], itf_out_util: [80, 3] },
    'edge-2 Gi0/10': { itf_avail: [100, 100], itf_in_util: [2, 7] },
  };

beforeAll(async () => {
  // The store drops what is older than its retention, by its own clock.
  server = await openServer({ startsAt: Date.now() });
  await addNetwork(server);
  await server.account({ username: 'planner', permissions: [...rights] });
  page = await server.signedIn('planner');
  ports = await listed(`${base()}/inventory/interface?orderBy=device`);
  // A server that has just started takes a window for closed a quarter of an hour after its end.
  const newest = Math.floor(Date.now() / 1_000 / WINDOW) * WINDOW - 4 * WINDOW;
  const rows = ports.flatMap(({ id, name, site, device }) =>
    Object.entries(valuesOf[`${String(device?.name)} ${name}`] ?? {}).flatMap(([kpi, values]) =>
      values.flatMap((value, index) =>
        value === undefined
          ? []
          : [
              {
                customer: server.customers.get('acme')!,
                site: site!.id,
                element: id,
                kpi: kpis[kpi as KpiKey].id,
                at: newest - (values.length - 1 - index) * WINDOW,
                length: WINDOW,
                value,
                numerator: value,
                denominator: 100,
              },
            ],
      ),
    ),
  );
  await server.stack.clickhouse.insertRowBinary({
    table: 'measures',
    columns: Object.keys(measures.columns),
    rows: codecOf(measures).encode(rows),
  });
});
afterAll(() => server.close());

const rowOf = ({ name, device, live }: InventoryElement) => [
  `${device?.name ?? ''} ${name}`.trim(),
  live?.state,
  live?.in,
  live?.out,
];

describe('a list of several customers', () => {
  it('has state and load of each element as they are now, and is sorted by them', async () => {
    const found = await across('interface?live=true&orderBy=in&order=descending');
    expect(found.map(rowOf)).toEqual([
      ['edge-1 Gi0/10', 'ok', 91, 12],
      ['edge-1 Gi0/2', 'down', 55, 3],
      ['edge-2 Gi0/10', 'ok', 7, null],
      ['edge-2 Gi0/2', 'no data', null, null],
    ]);
    const byState = await across('interface?live=true&orderBy=state&count=2');
    expect(byState.map(({ live }) => live?.state)).toEqual(['down', 'no data']);
  });

  it('has of a site the load of its worst access, as values of dashboards', async () => {
    const sites = await across('site?live=true&orderBy=out&order=descending&q=acme');
    const to = Math.ceil(Date.now() / 1_000 / WINDOW) * WINDOW;
    const request = {
      id: 'naive',
      series: (['wan_in_util_worst', 'wan_out_util_worst'] as const).map((kpi) => ({
        kpi,
        aggregation: 'last',
      })),
      keys: ['site'],
      breakdown: { kind: 'all' },
      from: to - 1_800,
      to,
      stored: true,
    };
    const reply = await page.send('POST', `${base()}/data`, { body: { requests: [request] } });
    const lines = reply.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as DataLine);
    const [ready] = lines.filter((line) => line.state === 'ready');
    const naive = new Map(
      ready?.result.rows.map(({ key, values }) => [key[0]?.id, values.map(([value = null]) => value)]),
    );
    expect(naive.size).toBe(2);
    expect(sites.map(({ id, live }) => [id, [live?.in, live?.out]])).toEqual(
      sites.map(({ id }) => [id, naive.get(id)]),
    );
    expect(sites[0]?.live).toMatchObject({ in: 91, out: 12 });
  });

  it('is filtered by state and load', async () => {
    expect((await across('interface?live=true&state=down,critical')).map(rowOf)).toEqual([
      ['edge-1 Gi0/2', 'down', 55, 3],
    ]);
    expect((await across('interface?live=true&load=50&orderBy=in')).map(({ live }) => live?.in)).toEqual([
      55, 91,
    ]);
    expect((await page.get('/api/v1/cc/inventory/interface?state=asleep')).statusCode).toBe(400);
  });

  it('says of sites that a reader does not see, and of values that they may not read, nothing', async () => {
    const two = (await listed(`${base()}/inventory/site?q=acme%20two`))[0]!;
    const limited = await restrictedTo(server, {
      username: 'of-two',
      site: two.id,
      permissions: ['NETWORK.read'],
    });
    const found = await listed(
      `${base()}/inventory/interface?live=true&orderBy=in&order=descending`,
      limited,
    );
    expect(found.map(({ site, live }) => [site?.id, live])).toEqual(
      found.map(() => [two.id, { state: 'ok', alarms: null, in: null, out: null, seen: null }]),
    );
    expect(found).toHaveLength(2);
  });
});

describe('notes on an element', () => {
  const path = (element: InventoryElement, note = ''): string =>
    `${base()}/inventory/${element.kind}/${String(element.id)}/note${note}`;
  const notes = async (element: InventoryElement, by = page): Promise<readonly ElementNote[]> =>
    (await by.get(path(element))).json<{ notes: ElementNote[] }>().notes;
  const write = (element: InventoryElement, text: string, by = page) =>
    by.send('POST', path(element), { body: { text } });

  it('have author and time, are changed and deleted by their author, and are in the log of the element', async () => {
    const [port] = ports;
    const markup = '<b>Spare</b> line,\r\n\u202Ecall the carrier\u0007 \u{1F6E0}';
    const { id } = (await write(port!, `  ${markup}  `)).json<{ id: number }>();
    const text = '<b>Spare</b> line,\ncall the carrier \u{1F6E0}';
    expect(await notes(port!)).toMatchObject([{ id, text, by: 'planner', editedAt: null, changeable: true }]);
    const changed = await page.send('PUT', path(port!, `/${String(id)}`), { body: { text: 'Replaced' } });
    expect(changed.statusCode).toBe(200);
    expect(await notes(port!)).toMatchObject([{ text: 'Replaced', editedAt: expect.any(Number) as number }]);
    expect((await page.send('DELETE', path(port!, `/${String(id)}`))).statusCode).toBe(200);
    expect(await notes(port!)).toEqual([]);
    const log = await page.get(`${base()}/inventory-actions?element=${String(port!.id)}`);
    expect(log.json<{ actions: ElementAction[] }>().actions.map(({ action }) => action)).toEqual([
      'inventory.delete-note',
      'inventory.edit-note',
      'inventory.note',
    ]);
  });

  it('of another user are changed by who manages users, and by no one else', async () => {
    const [, port] = ports;
    const { id } = (await write(port!, 'Mine')).json<{ id: number }>();
    await server.account({ username: 'colleague', permissions: [...rights] });
    await server.account({ username: 'chief', permissions: [...rights, 'USER.write'] });
    const edit = async (username: string) => {
      const by = await server.signedIn(username);
      const [note] = await notes(port!, by);
      const reply = await by.send('PUT', path(port!, `/${String(id)}`), { body: { text: username } });
      return [note?.changeable, reply.statusCode];
    };
    expect(await edit('colleague')).toEqual([false, 404]);
    expect(await edit('chief')).toEqual([true, 200]);
    expect(await notes(port!)).toMatchObject([{ text: 'chief', by: 'planner', changeable: true }]);
  });

  it.each([
    ['nothing', ' \n ', 'REQUIRED'],
    ['more than 10 kB', 'é'.repeat(MAX_NOTE_BYTES / 2 + 1), 'NOTE_TOO_LARGE'],
  ])('have a text: %s is rejected', async (_, text, code) => {
    const reply = await write(ports[0]!, text);
    expect([reply.statusCode, reply.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
      400,
      code,
    ]);
  });

  it('and owners are written by who may edit the element, at sites that they see', async () => {
    const one = (await listed(`${base()}/inventory/site?q=acme%20one`))[0]!;
    const [here, there] = [ports[0]!, ports[2]!];
    await server.account({ username: 'watcher', permissions: ['NETWORK.read'] });
    const watcher = await server.signedIn('watcher');
    expect(statusAndCode(await write(here, 'No', watcher))).toEqual([403, 'FORBIDDEN']);
    const limited = await restrictedTo(server, { username: 'of-one', site: one.id });
    expect(statusAndCode(await write(there, 'No', limited))).toEqual([404, 'NOT_FOUND']);
    expect((await write(here, 'Yes', limited)).statusCode).toBe(200);
    const change = { owner: 'Réseau Lyon' };
    const chosen = { ids: [here.id] };
    const preview = await page.send('POST', `${base()}/inventory/interface/attributes/preview`, {
      body: { chosen, change },
    });
    const [{ id, version }] = preview.json<{ elements: [{ id: number; version: string }] }>().elements;
    const update = { elements: [{ id, version }], change };
    expect((await page.send('PATCH', `${base()}/inventory/interface`, { body: update })).json()).toEqual({
      changed: 1,
    });
    await server.followInventory();
    const found = await listed(`${base()}/inventory/interface?where=owner:contains:lyon`);
    expect(found.map(({ properties }) => properties['owner'])).toEqual(['Réseau Lyon']);
  });
});
