import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { listElements } from '#schemas/data/element-routes.ts';
import { readData } from '#schemas/data/routes.ts';
import { readInventoryElement, type InventoryElement } from '#schemas/inventory/list/routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectGone, expectVisible } from '#web/testing/expect-visible.ts';
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
  properties: { name: 'edge-1', vendor: 'Cisco', tags: 'core' },
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
    const ports = page.getByRole('grid', { name: 'Interfaces' });
    await expectVisible(ports.getByText('Critical'));
    await expectVisible(ports.getByRole('link', { name: 'Gi0/1' }));
    await expectVisible(page.getByRole('grid', { name: 'Alarms of the period' }).getByText(/running$/));
    const talkers = page.getByRole('region', { name: 'Largest applications' });
    await expect
      .element(talkers.getByRole('link', { name: 'HTTPS' }))
      .toHaveAttribute('href', '/inventory/application/n443?customer=1');
    expect(await axeFaults()).toEqual([]);
    const asked = server.received(readData).flatMap(({ body }) => body.requests);
    expect(asked.every(({ filters }) => JSON.stringify(filters).includes('"ids":[1]'))).toBe(true);
    expect(server.received(readData)).toHaveLength(1);
  });

  it('names the graphs without a value below the others, and says that there is no alarm', async () => {
    await open('/inventory/device/1?customer=1', { result: undefined });
    await expectVisible(page.getByText(/^Without a value in this period: .*WAN traffic/));
    await expectVisible(page.getByText('No alarm in this period'));
    await expectGone(graph('WAN traffic'));
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
