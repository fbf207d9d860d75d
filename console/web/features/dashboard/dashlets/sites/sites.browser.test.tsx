import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DOCUMENT_VERSION } from '#schemas/dashboard/document.ts';
import { listContextAlarms, type ContextAlarms } from '#schemas/alerting/context-alarm-routes.ts';
import { listElements } from '#schemas/data/element-routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies } from '../../testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const cities = ['Lyon', 'Nantes', 'Paris'];
const elements = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    label: `${cities[index % 3] ?? ''} ${String(index + 1)}`,
    active: true,
    values: [cities[index % 3] ?? '', String(44 + (index % 50) / 10), String((index % 70) / 10)],
  }));
const alarms = (part: Partial<ContextAlarms> = {}): ContextAlarms => ({
  alarms: [],
  count: 0,
  watch: 'watched',
  decidedUntil: 0,
  sites: [
    { site: 3, severity: 'critical', alarms: 2 },
    { site: 2, severity: 'minor', alarms: 1 },
  ],
  ...part,
});

interface Shown {
  readonly found?: ContextAlarms;
  readonly settings?: object;
}

const open = (type: 'sites' | 'map', count: number, { found = alarms(), settings = {} }: Shown = {}) =>
  renderPage('/dashboard?customer=1&open=7', {
    width: 1_280,
    session: aSession({
      permissions: ['DASHBOARD.read', 'ALERT.read', 'NETWORK.read', 'API.read'],
      modules: ['kpi', 'alerting', 'inventory'],
    }),
    replies: [
      ...documentReplies(
        anEntry(7, {
          version: DOCUMENT_VERSION,
          dashlets: [
            { id: 'd1', type, title: 'Network', place: { x: 0, y: 0, width: 12, height: 10 }, settings },
          ],
        } as Parameters<typeof anEntry>[1]),
      ),
      reply(listContextAlarms, found),
      reply(listElements, ({ body: { from, count: most } }) => ({
        count,
        elements: elements(count).slice(from, from + most),
      })),
    ],
  });
const panel = page.getByRole('article', { name: 'Network' });
const cells = () => panel.getByRole('link').elements();
const named = (element: Element | undefined) => element?.getAttribute('aria-label');

it('the state of each site is a cell that leads to its page, the worst first', async () => {
  const { server } = await open('sites', 6);
  await expectVisible(panel.getByRole('link', { name: 'Paris 3, 2 alarms, Critical' }));
  expect(cells().map(named).slice(0, 3)).toEqual([
    'Paris 3, 2 alarms, Critical',
    'Nantes 2, 1 alarm, Minor',
    'Lyon 1, OK',
  ]);
  expect((cells()[0] as HTMLAnchorElement).pathname).toBe('/inventory/site/3');
  expect(server.received(listContextAlarms).at(-1)?.body).toMatchObject({ bySite: true, count: 1 });
  expect(await axeFaults()).toEqual([]);
});

atNight('1,000 sites are cells with one stop of the tab key, through which arrow keys lead', async () => {
  await open('sites', 1_200);
  await expectVisible(panel.getByText('The first 1,000 of 1,200 rows'));
  expect(cells()).toHaveLength(1_000);
  expect(cells().filter((cell) => (cell as HTMLElement).tabIndex === 0)).toHaveLength(1);
  (cells()[0] as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  expect(cells().findIndex((cell) => cell === document.activeElement)).toBeGreaterThan(1);
  expect(await axeFaults()).toEqual([]);
});

atNight('sites are not said to be good where no alarm would say that they are bad', async () => {
  await open('sites', 3, { found: alarms({ sites: [], watch: 'no-definition' }) });
  await expectVisible(panel.getByText(/^No alarm definition applies/));
  expect(cells().map(named)).toEqual([
    'Lyon 1, Not monitored',
    'Nantes 2, Not monitored',
    'Paris 3, Not monitored',
  ]);
});

const traffic = { size: 'value', series: [{ kpi: 'itf_in_bps', label: 'Traffic in' }] };

it('sites on a map have a size by a KPI next to the colour of their alarms, with a legend of sizes', async () => {
  await open('map', 4, { settings: traffic });
  const legend = panel.getByRole('list', { name: 'Sizes of Traffic in' });
  await expectVisible(legend);
  expect(legend.getByRole('listitem').elements()).toHaveLength(3);
  await expectVisible(legend.getByText(/^≤ .*bps$/));
  expect(await axeFaults()).toEqual([]);
});

it('where the browser draws no map, cells say the value that would be the size', async () => {
  const context = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  try {
    await open('map', 4, { settings: traffic });
    await expectVisible(
      panel.getByRole('link', { name: /^Paris 3, 2 alarms · Traffic in .* bps, Critical$/ }),
    );
    expect(panel.getByRole('list', { name: 'Sizes of Traffic in' }).elements()).toEqual([]);
  } finally {
    context.mockRestore();
  }
});

atNight('sites on a map are cells where the browser has no WebGL2', async () => {
  const context = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  try {
    await open('map', 4);
    await expectVisible(panel.getByRole('link', { name: 'Paris 3, 2 alarms, Critical' }));
  } finally {
    context.mockRestore();
  }
});
