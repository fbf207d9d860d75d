import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ExploreResult, ExploreValues } from '#schemas/explore/explore.ts';
import { completeFilterValue, exploreFlows } from '#schemas/explore/routes.ts';
import { listKpiDescriptions } from '#schemas/kpi/description.ts';
import { exploreRoutes } from '#web/routes/pages/explore.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...exploreRoutes);

const STEPS = 12;
const values = (value: number): ExploreValues => ({
  value,
  sent: value / 4,
  maximum: value * 2,
  p95: value * 1.5,
  series: Array.from({ length: STEPS }, (_, step) => value * (1 + (step % 3) / 2)),
  sentSeries: Array.from({ length: STEPS }, () => value / 4),
  earlier: value / 2,
  earlierSeries: Array.from({ length: STEPS }, () => value / 2),
});
const row = (site: string, application: string, value: number): ExploreResult['rows'][number] => ({
  ...values(value),
  key: [
    { dimension: 'site', id: site, name: `Site ${site}`, filter: `"Site ${site}"` },
    { dimension: 'application', id: application, name: application, filter: application },
  ],
});
const result = (change: Partial<ExploreResult> = {}): ExploreResult => ({
  table: 'flows_5m',
  because: { reason: 'coarsest', fields: [] },
  counted: 'site',
  measure: 'bps',
  from: 1_790_000_100,
  to: 1_790_003_700,
  step: 300,
  steps: Array.from({ length: STEPS }, (_, step) => 1_790_000_100 + step * 300),
  rows: [row('1', 'HTTPS', 9e9), row('2', 'Backup <b>of</b> the night', 4e9)],
  others: values(1e9),
  total: values(14e9),
  earlierBy: 86_400,
  filter: '',
  read: { rows: 12_345, bytes: 1, elapsedMs: 42, queuedMs: 0 },
  ...change,
});

const open = (search = '', { data = result(), language = 'en' as 'en' | 'fr' } = {}) =>
  renderPage(`/explore?customer=1&by=site,application${search}`, {
    language,
    replies: [
      reply(exploreFlows, data),
      reply(listKpiDescriptions, { kpis: [] }),
      reply(completeFilterValue, { values: [{ filter: 'Lyon' }, { filter: '"Lyon two"' }] }),
    ],
  });

describe('the explorer', () => {
  it('shows rows, others and total, and says where the figures come from', async () => {
    await open();
    const grid = page.getByRole('grid', { name: 'Rows by value' });
    await expectVisible(grid.getByText('Backup <b>of</b> the night'));
    await expectVisible(grid.getByText('Others'));
    await expectVisible(page.getByText(/Total: 14.*Gbps/));
    await expectVisible(page.getByText(/Read from 5-minute sums .*each flow counts once per site/));
    await expectVisible(page.getByRole('img', { name: 'Chart of 2 rows over time' }));
    expect(await axeFaults()).toEqual([]);
  });

  it.each([
    ['sankey', 'Sankey diagram of 2 rows'],
    ['heat', 'Heat map of 3 rows'],
  ])('draws the view %s', async (view, name) => {
    await open(`&view=${view}`);
    await expectVisible(page.getByRole('img', { name }));
  });

  it('completes the filter, and shows the position of a fault while it is typed', async () => {
    await open();
    const field = page.getByRole('combobox', { name: 'Filter' });
    await userEvent.type(field, 'site = Ly');
    await expectVisible(page.getByRole('option', { name: 'Lyon', exact: true }));
    await userEvent.keyboard('{Tab}');
    await expect.element(field).toHaveValue('site = Lyon ');
    await userEvent.type(field, 'and port = x');
    await expectVisible(page.getByText(/value “x” at column 24/));
  });

  it('says that a KPI of its address does not exist', async () => {
    await open('&kpi=deleted_kpi');
    await expectVisible(page.getByText('This KPI does not exist'));
  });

  it('is in French, and empty without flows', async () => {
    const none = { ...values(0), series: [], sentSeries: [], earlierSeries: [] };
    await open('', { data: result({ rows: [], others: null, total: none }), language: 'fr' });
    await expectVisible(page.getByText('Aucun flux'));
  });
});
