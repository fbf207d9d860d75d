import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { listElements } from '#schemas/data/element-routes.ts';
import { readData } from '#schemas/data/routes.ts';
import { readFlowMap, readFlowMapLinks } from '#schemas/flowmap/routes.ts';
import { createElementNote, listElementNotes } from '#schemas/inventory/change/note-routes.ts';
import { readInventoryElement, type InventoryElement } from '#schemas/inventory/list/routes.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { pending, problem, reply, type Reply } from '#web/testing/replies.ts';
import { inventoryRoutes } from '#web/routes/pages/inventory.ts';
import { aResult } from '../../dashboard/testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { elementReplies, type ElementReplies } from './testing/element-replies.ts';

const renderPage = pageRenderer(...inventoryRoutes);

const LONG = 'é🛰️ مركز'.repeat(30).slice(0, 200);
const anElement = (change: Partial<InventoryElement> = {}): InventoryElement => ({
  id: 1,
  kind: 'device',
  customer: 1,
  name: 'edge-1',
  active: true,
  takingEffect: false,
  status: null,
  inactiveAbove: null,
  site: { id: 900, name: 'Lyon headquarters' },
  device: null,
  properties: { name: 'edge-1', vendor: 'Cisco', owner: 'Core team', tags: 'core' },
  ...change,
});
const port = (id: number, name = `Gi0/${String(id)}`): InventoryElement =>
  anElement({
    id,
    kind: 'interface',
    name,
    device: { id: 1, name: 'edge-1' },
    properties: { name, alias: 'uplink' },
  });
const alarm: AlarmRow = {
  id: '1:2',
  alarm: 1,
  name: 'Saturation',
  kpi: 'itf_in_util',
  severity: 'critical',
  site: 900,
  siteName: 'Lyon headquarters',
  element: 2,
  elementName: 'edge-1 · Gi0/2',
  elementKind: 'interface',
  operator: '>',
  threshold: 95,
  thresholdFrom: 'alarm',
  outliers: 1,
  measures: 1,
  recent: [98],
  window: 0,
  length: 300,
  since: 0,
};

const ofElement = (element = anElement()): Reply =>
  reply(readInventoryElement, {
    element,
    createdAt: '2020-01-01T08:00:00.000Z',
    networks: [],
    children: [{ kind: 'interface', count: 3 }],
  });

interface GivenElement extends ElementReplies {
  readonly more?: readonly Reply[];
  readonly options?: Parameters<typeof renderPage>[1];
}

const open = (path: string, { more = [ofElement()], options, ...given }: GivenElement = {}) =>
  renderPage(path, { ...options, replies: [...elementReplies(given), ...more] });

const graph = (name: string | RegExp) => page.getByRole('article', { name });

describe('the page of an element', () => {
  it('has place, state, strip, graphs, parts and alarms of a device', async () => {
    const { server } = await open('/inventory/device/1?customer=1', {
      alarms: [alarm],
      parts: { interface: [port(1), port(2), port(3)] },
      marks: {
        alarms: [
          {
            alarm: 1,
            name: 'Saturation',
            element: 2,
            elementName: 'edge-1 · Gi0/2',
            elementKind: 'interface',
            severity: 'critical',
            from: Math.floor(Date.now() / 1_000) - 7_200,
            until: null,
          },
        ],
      },
    });
    await expectVisible(page.getByRole('heading', { name: 'edge-1', exact: true }));
    await expectVisible(
      page.getByRole('list', { name: 'Place' }).getByRole('link', { name: 'Lyon headquarters' }),
    );
    await expectVisible(page.getByRole('link', { name: /1 alarm/ }));
    await expectVisible(page.getByRole('img', { name: /^State over 24 hours: Critical: 2 h/ }));
    await expectVisible(graph('WAN traffic'));
    await expectVisible(graph('CPU and memory'));
    await expectVisible(page.getByText('Core team').first());
    await expectVisible(page.getByRole('grid', { name: 'Neighbours' }).getByText('Outside'));
    await expectVisible(page.getByText('No notes.'));
    const ports = page.getByRole('grid', { name: 'Interfaces' });
    await expectVisible(ports.getByText('Critical'));
    await expectVisible(ports.getByRole('link', { name: 'Gi0/1' }));
    const events = page.getByRole('grid', { name: 'Alarms of the period' });
    await expectVisible(events.getByText(/running$/));
    await expect
      .element(events.getByRole('link', { name: 'edge-1 · Gi0/2' }))
      .toHaveAttribute('href', '/inventory/interface/2?customer=1');
    const talkers = page.getByRole('region', { name: 'Largest applications' });
    await expect
      .element(talkers.getByRole('link', { name: 'HTTPS' }))
      .toHaveAttribute('href', '/inventory/application/n443?customer=1');
    expect(await axeFaults()).toEqual([]);
    const requested = server.received(readData).flatMap(({ body }) => body.requests);
    expect(requested.every(({ filters }) => JSON.stringify(filters).includes('"ids":[1]'))).toBe(true);
    expect(server.received(readData)).toHaveLength(1);
  });

  atNight(
    'has the sites that a site talks to, with those that the reader does not see under one name',
    async () => {
      const node = (id: number, name: string | null) => ({
        id,
        name,
        city: '',
        deleted: false,
        ...(name === null ? { longitude: null, latitude: null } : { longitude: id % 10, latitude: 45 }),
      });
      const arc = (other: number, forth: number) => ({
        one: 900,
        other,
        forth,
        back: 1_000,
        classes: [],
        values: [],
      });
      await open('/inventory/site/900?customer=1', {
        more: [
          ofElement(anElement({ id: 900, kind: 'site', name: 'Lyon headquarters', site: null })),
          reply(readFlowMap, ({ body: { period } }) => ({
            ...period,
            nodes: [node(900, 'Lyon headquarters'), node(901, 'Paris'), node(HIDDEN_SITE, null)],
            arcs: [arc(901, 5_000), arc(HIDDEN_SITE, 9_000)],
            isLimited: false,
            kpis: [{ key: 'app_bps', unit: 'bps' as const }],
          })),
          reply(readFlowMapLinks, ({ body: { period } }) => ({
            ...period,
            nodes: [node(901, 'Paris')],
            links: [
              {
                ...({
                  element: 7,
                  kind: 'tunnel',
                  name: 'To Paris',
                  device: 1,
                  one: 900,
                  other: 901,
                } as const),
                latency: 12,
                loss: 0,
                load: null,
              },
            ],
            isLimited: false,
          })),
        ],
      });
      const grid = page.getByRole('grid', { name: 'Neighbours' });
      await expect
        .element(grid.getByRole('link', { name: 'Paris', exact: true }))
        .toHaveAttribute('href', '/inventory/site/901?customer=1');
      await expect
        .element(grid.getByRole('link', { name: 'To Paris' }))
        .toHaveAttribute('href', '/inventory/tunnel/7?customer=1');
      await expectVisible(grid.getByText('Sites that you do not see'));
      expect(grid.getByRole('link', { name: 'Sites that you do not see' }).elements()).toEqual([]);
    },
  );

  atNight('has notes, which their author writes and edits', async () => {
    const note = {
      id: 3,
      text: '<b>Spare</b> line\nsecond',
      by: 'Ada',
      at: Date.now(),
      editedAt: null,
      changeable: true,
    };
    const { server } = await open('/inventory/device/1?customer=1', {
      more: [
        ofElement(),
        reply(listElementNotes, { notes: [note, { ...note, id: 2, by: 'Bob', changeable: false }] }),
        reply(createElementNote, { id: 4 }),
      ],
    });
    const notes = page.getByRole('region', { name: 'Notes' });
    await expectVisible(notes.getByText('<b>Spare</b> line').first());
    await expectVisible(notes.getByRole('button', { name: 'Edit the note of Ada' }));
    expect(notes.getByRole('button', { name: 'Edit the note of Bob' }).elements()).toEqual([]);
    await userEvent.click(notes.getByRole('button', { name: 'Add a note' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Note' }), 'Call the carrier');
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => server.received(createElementNote).map(({ body }) => body))
      .toEqual([{ text: 'Call the carrier' }]);
  });

  it('names the graphs without a value below the others, and says that there is no alarm', async () => {
    await open('/inventory/device/1?customer=1', { result: undefined });
    await expectVisible(page.getByText(/^Without a value in this period: .*WAN traffic/));
    await expectVisible(page.getByText('No alarm in this period'));
    await expectHidden(graph('WAN traffic'));
  });

  it('has what changes the element in a menu', async () => {
    await open('/inventory/device/1?customer=1');
    await userEvent.click(page.getByRole('button', { name: 'Actions', exact: true }));
    await expectVisible(page.getByRole('menuitem', { name: 'Delete' }));
    await expectVisible(page.getByRole('menuitem', { name: 'Move' }));
  });

  atNight('shows the period of a link, and that of the address once it is chosen', async () => {
    const to = Math.floor(Date.now() / 300_000) * 300 - 7_200;
    const { server, search } = await open(
      `/inventory/device/1?customer=1&from=${String(to - 300)}&to=${String(to)}`,
    );
    await expectVisible(graph('WAN traffic'));
    const [call] = server.received(readData);
    const traffic = call?.body.requests.find(({ series }) => series[0]?.kpi === 'wan_in_bps');
    expect(traffic && traffic.to - traffic.from).toBe(3_600);
    await userEvent.click(page.getByRole('button', { name: 'Reset zoom' }));
    await expect.poll(() => search().get('from')).toBe(null);
  });

  atNight.each(['tunnel', 'probe', 'sensor', 'peer', 'class'] as const)(
    'of kind %s has graphs of its KPIs',
    async (kind) => {
      await open(`/inventory/${kind}/1?customer=1`, {
        more: [ofElement(anElement({ kind, device: { id: 3, name: 'edge' } }))],
      });
      await expectVisible(page.getByRole('article').first());
      expect(await axeFaults()).toEqual([]);
    },
  );

  it('of a customer lists its sites, and that of an application its traffic at every site', async () => {
    const site = anElement({ id: 900, kind: 'site', name: 'Lyon headquarters', site: null });
    const session = aSession();
    const [first] = session.customers;
    await open(`/inventory/customer/${String(first?.id)}?customer=${String(first?.id)}`, {
      parts: { site: [site] },
    });
    await expectVisible(page.getByRole('heading', { name: first?.name ?? '', exact: true }));
    await expectVisible(
      page.getByRole('grid', { name: 'Sites' }).getByRole('link', { name: 'Lyon headquarters' }),
    );
    const found = reply(listElements, {
      count: 1,
      elements: [{ id: 443, label: 'HTTPS', active: true, values: [] }],
    });
    await open('/inventory/application/n443?customer=1', { more: [found] });
    await expectVisible(page.getByRole('heading', { name: 'HTTPS', exact: true }));
    await expectVisible(graph('Throughput by site'));
  });

  atNight('of a customer that the user does not have says that it does not exist', async () => {
    await open('/inventory/customer/777?customer=1');
    await expectVisible(page.getByText('This element does not exist, or you do not have access to it.'));
  });

  atNight('says so when the element is deleted while its page is open', async () => {
    await open('/inventory/device/1?customer=1', {
      more: [reply(readInventoryElement, problem('NOT_FOUND'))],
    });
    await expectVisible(page.getByText('This element does not exist, or you do not have access to it.'));
    expect(await axeFaults()).toEqual([]);
  });

  atNight(
    'follows an element that is renamed, moved and then deleted while its page is open',
    async () => {
      const states = [
        anElement(),
        anElement({ name: 'edge-renamed' }),
        anElement({ name: 'edge-renamed', site: { id: 901, name: 'Paris' } }),
      ];
      let at = 0;
      const detail = (element: InventoryElement) => ({
        element,
        networks: [],
        children: [],
        createdAt: '2020-01-01T08:00:00.000Z',
      });
      await open('/inventory/device/1?customer=1', {
        more: [
          reply(readInventoryElement, () => {
            const now = states[at];
            return now === undefined ? problem('NOT_FOUND') : detail(now);
          }),
        ],
      });
      await expectVisible(page.getByRole('heading', { name: 'edge-1', exact: true }));
      const later = { timeout: 60_000 };
      at = 1;
      await expect.element(page.getByRole('heading', { name: 'edge-renamed' }), later).toBeVisible();
      at = 2;
      const place = page.getByRole('list', { name: 'Place' });
      await expect.element(place.getByRole('link', { name: 'Paris' }), later).toBeVisible();
      at = 3;
      const unknown = page.getByText('This element does not exist, or you do not have access to it.');
      await expect.element(unknown, later).toBeVisible();
    },
    200_000,
  );

  atNight('draws a part of 40,000 alarms, and says how many it has', async () => {
    const began = Math.floor(Date.now() / 1_000) - 80_000;
    const alarms = Array.from({ length: 40_000 }, (_, index) => ({
      ...({ alarm: 1, name: `Alarm ${String(index)}`, element: 2, elementKind: 'interface' } as const),
      ...({ elementName: 'edge-1 · Gi0/2', severity: 'major', from: began + index } as const),
      until: began + index + 60,
    }));
    await open('/inventory/device/1?customer=1', { marks: { alarms, isCut: true } });
    await expectVisible(page.getByText(/^The newest 40.?000 only/));
    expect(document.querySelectorAll('[role="row"]').length).toBeLessThan(400);
  });

  atNight('shows a skeleton while it loads', async () => {
    await open('/inventory/device/1?customer=1', { more: [reply(readInventoryElement, pending)] });
    await expect
      .poll(() => document.querySelectorAll('.tt-panel[aria-busy="true"]').length)
      .toBeGreaterThan(0);
  });

  atNight('without the rights shows neither states nor figures', async () => {
    const { server } = await open('/inventory/device/1?customer=1', {
      options: { session: aSession({ permissions: ['NETWORK.read'] }) },
    });
    await expectVisible(page.getByRole('heading', { name: 'Attributes' }));
    expect(page.getByText('State over 24 hours').elements()).toEqual([]);
    expect(server.received(readData)).toEqual([]);
  });

  atNight.each([390, 1_280, 1_920])(
    'has room for a name of 200 letters in any script at %i pixels, and for 1,000 interfaces',
    async (width) => {
      const name = LONG;
      const ports = Array.from({ length: 1_000 }, (_, index) => port(index + 1));
      await open('/inventory/device/1?customer=1', {
        more: [ofElement(anElement({ name, site: { id: 900, name } }))],
        parts: { interface: ports },
        result: (request) => aResult(request),
        options: { width, theme: width === 390 ? 'dark' : 'light', language: width === 390 ? 'fr' : 'en' },
      });
      await expectVisible(page.getByRole('grid', { name: /^Interfaces$/ }));
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect(await axeFaults()).toEqual([]);
    },
  );
});
