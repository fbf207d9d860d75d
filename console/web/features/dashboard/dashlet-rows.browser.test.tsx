import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listElements } from '#schemas/data/element-routes.ts';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import { readData } from '#schemas/data/routes.ts';
import { passesFilter } from '#schemas/data/line-filter.ts';
import { DashboardDocument, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { now } from '#web/lib/clock.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { lines, reply, type Reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies, lastRequested, wanDocument } from './testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const open = (...replies: readonly Reply[]) =>
  renderPage('/dashboard?customer=1&open=7', { replies: [...documentReplies(), ...replies] });
const dashlet = (name: string) => page.getByRole('article', { name });

/** Returns tables as the server does: filtered before they are shown. */
const filteredTables = reply(readData, ({ body: { requests } }) =>
  lines(
    readData,
    ...requests.map((request): DataLine => {
      const result = aResult(request);
      const rows = result.rows.filter(({ values }) =>
        (request.lines?.filters ?? []).every(
          (filter) => !('series' in filter) || passesFilter(filter, values[filter.series]?.[0] ?? null),
        ),
      );
      return { state: 'ready', id: request.id, result: { ...result, rows, rowCount: rows.length } };
    }),
    { state: 'end' },
  ),
);

describe('a table of a dashboard', () => {
  it('is filtered by the values and names of its columns on the server, until the filter is removed', async () => {
    const { server } = await open(filteredTables);
    const table = page.getByRole('article').nth(1);
    await table.getByRole('button', { name: /^Filter the rows of/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Inbound utilisation' }).click();
    await page.getByRole('option', { name: '>=', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Value of Inbound utilisation' }).fill('1000');
    await dialog.getByRole('textbox', { name: 'Interface contains' }).fill('lyon');
    expect(await axeFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expectVisible(table.getByText('No row passes the filters.'));
    const requested = () => lastRequested(server, 'd2')?.lines?.filters;
    expect(requested()).toEqual([
      { series: 0, operator: '>=', value: 1_000 },
      { key: 'interface', contains: 'lyon' },
    ]);
    await table.getByRole('button', { name: /≥ 1,000/ }).click();
    await expectVisible(table.getByRole('gridcell', { name: 'lyon-edge-1 · Gi0/0/0' }));
    expect(requested()).toEqual([{ key: 'interface', contains: 'lyon' }]);
  });
});

describe('an inventory of a dashboard', () => {
  it('lists what the filters of the dashboard leave, with column names in words and links', async () => {
    const { server } = await open();
    await expectVisible(dashlet('Sites').getByRole('columnheader', { name: 'Country' }));
    const link = dashlet('Sites').getByRole('link', { name: 'Nantes' });
    await expect.element(link).toHaveAttribute('href', '/inventory/site/2?customer=1');
    await page.getByRole('button', { name: 'Site: All' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Site' }).fill('nan');
    await page.getByRole('option', { name: 'Nantes' }).click();
    await expect
      .poll(() => server.received(listElements).findLast(({ body }) => body.properties.length > 0)?.body)
      .toMatchObject({ element: 'site', filters: [{ element: 'site', ids: [2] }, { onlyActive: true }] });
  });

  atNight('is read again when a window closes, since elements are deleted under an open page', async () => {
    const { server } = await open();
    await expectVisible(dashlet('Sites').getByRole('link', { name: 'Nantes' }));
    const requested = () =>
      server.received(listElements).filter(({ body }) => body.properties.length > 0).length;
    const before = requested();
    const start = Math.floor(now() / 300_000) * 300;
    const notice = { customer: 1, of: 'samples', granularity: '5m', length: 300 } as const;
    liveServer.send('window', { ...notice, start, watermark: now() });
    await expect.poll(requested).toBe(before + 1);
  });

  atNight('waits for a selection that the dashboard requires', async () => {
    const filters = [
      { id: 'site', element: 'site' as const, mandatory: true, default: { strategy: 'first' as const } },
    ];
    await renderPage('/dashboard?customer=1&open=7&selection=site', {
      replies: documentReplies(anEntry(7, { ...wanDocument, filters })),
    });
    await expectVisible(dashlet('Sites').getByText('Select Site'));
  });
});

describe('times of a maximum', () => {
  it('are shown as a table or a number; charts, which have no scale for them, say so', async () => {
    const aggregation = 'maximum date' as const;
    const dashlets = DashboardDocument.parse(wanDocument).dashlets.flatMap((one) => {
      if (!('series' in one.settings)) return [];
      const { keys: _, breakdown: __, ...settings } = one.settings;
      const series = one.settings.series.map(({ kpi }) => ({ kpi, aggregation }));
      return [{ ...one, settings: { ...settings, series } }];
    });
    const numbers = dashlets.flatMap((one) =>
      one.type === 'gauge'
        ? [{ ...one, id: 'd9', title: 'As a number', settings: { ...one.settings, shape: 'number' } }]
        : [],
    );
    const document = { ...wanDocument, dashlets: [...dashlets, ...numbers] } as WrittenDocument;
    await renderPage('/dashboard?customer=1&open=7', { replies: documentReplies(anEntry(7, document)) });
    const note = /^Times of a minimum or maximum cannot be drawn to scale/;
    for (const title of ['Busiest links', 'Utilization', 'Share of the links', 'In and out', 'Last day'])
      await expectVisible(dashlet(title).getByText(note));
    await expectVisible(dashlet('As a number').getByRole('meter').first());
    expect(page.getByText(note).elements()).toHaveLength(5);
    const meter = dashlet('As a number').getByRole('meter').first().element();
    const [box, date] = [meter, meter.querySelector('.tt-gauge-number')!].map((each) =>
      each.getBoundingClientRect(),
    );
    expect(date!.left).toBeGreaterThanOrEqual(box!.left);
    expect(date!.right).toBeLessThanOrEqual(box!.right);
  });
});
