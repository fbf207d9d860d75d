import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { noAlerts } from '#schemas/alerting/counts.ts';
import { readMonitoring } from '#schemas/alerting/monitoring/routes.ts';
import { readAlerts } from '#schemas/alerting/routes.ts';
import { listElementActions } from '#schemas/inventory/change/action-routes.ts';
import { readInventoryElement } from '#schemas/inventory/list/routes.ts';
import { readKpiSeries } from '#schemas/kpi/series.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { inventoryRoutes } from '#web/routes/pages/inventory.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...inventoryRoutes);

/** Shows a port and returns the periods that its KPIs are asked for. */
async function show(query: string) {
  const asked: { from: number; to: number; working?: string | undefined }[] = [];
  const rendered = await renderPage(`/inventory/interface/7?customer=1${query}`, {
    replies: [
      reply(readInventoryElement, {
        element: {
          id: 7,
          kind: 'interface',
          customer: 1,
          name: 'Gi0/1',
          active: true,
          takingEffect: false,
          status: null,
          inactiveAbove: null,
          site: { id: 900, name: 'Lyon' },
          device: { id: 3, name: 'edge-1' },
          properties: {},
        },
        createdAt: '2026-01-01T08:00:00.000Z',
        networks: [],
        children: [],
      }),
      reply(listElementActions, { actions: [], next: null }),
      reply(readMonitoring, { customer: null, sites: [] }),
      reply(readAlerts, {
        position: { epoch: 'run 1', seq: 1, at: Date.now() },
        counts: noAlerts,
        sites: [],
        bounds: null,
        alarms: [],
      }),
      reply(readKpiSeries, ({ params: { key }, query: { from, to, working } }) => {
        asked.push({ from, to, working });
        return { kpi: key, unit: 'percent' as const, aggregation: 'average' as const, series: [] };
      }),
    ],
  });
  return { asked, ...rendered };
}

it('an element that a dashboard leads to shows its KPIs over the period of the dashboard, and the last day again', async () => {
  const { asked, search } = await show('&from=1763200000&to=1763800000');
  await expectVisible(page.getByRole('heading', { name: /^KPIs from .* to / }));
  await expect.poll(() => asked[0]).toMatchObject({ from: 1_763_197_200, to: 1_763_802_000, working: '1h' });
  await page.getByRole('link', { name: 'KPIs of the last 24 hours' }).click();
  await expectVisible(page.getByRole('heading', { name: 'KPIs of the last 24 hours' }));
  expect(search().get('from')).toBeNull();
  await expect.poll(() => asked.at(-1)?.working).toBe('5m');
});

it('an element opened by itself shows the KPIs of the last day', async () => {
  const { asked } = await show('');
  await expectVisible(page.getByRole('heading', { name: 'KPIs of the last 24 hours' }));
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked[0]!.to - asked[0]!.from).toBe(86_400);
});
