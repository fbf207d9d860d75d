import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listKpiAlarms } from '#schemas/kpi/alarm-routes.ts';
import { listKpis, updateKpi, type ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible, optionsOf } from '#web/testing/expect-visible.ts';
import { kpiRoutes } from '#web/routes/pages/kpi.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...kpiRoutes);

const formula: ListedKpi['formulas'][number] = {
  scope: 'snmp',
  formula: '8 * rate(in_octets)',
  library: null,
  overridden: false,
  version: 0,
  updatedAt: null,
  updatedBy: null,
};
const kpi: ListedKpi = {
  key: 'own_load',
  en: 'Own load',
  fr: 'Charge propre',
  unit: 'bps',
  element: 'interface',
  kind: 'rate',
  over: 'sum',
  onlyAccesses: false,
  formulas: [formula],
  aggregation: 'average',
  strategy: 'after spatial and temporal',
  origin: 'defined',
  of: null,
  version: 1,
  updatedAt: null,
  updatedBy: null,
};
const counters = [
  { key: 'in_octets', kind: 'counter64', element: 'interface', scope: 'snmp', defined: false },
] as const;

const open = (query: string, part: Partial<Parameters<typeof renderPage>[1]> = {}, own = kpi) =>
  renderPage(`/mt/kpi?${query}`, {
    session: aSession(),
    replies: [
      reply(listKpis, { kpis: [own], counters: [...counters] }),
      reply(updateKpi, own),
      reply(listKpiAlarms, { alarms: [], others: 0 }),
    ],
    ...part,
  });
const field = (name: string) => page.getByRole('dialog').getByRole('combobox', { name, exact: true });
const offered = (name: string): Promise<readonly string[]> => optionsOf(field(name));

describe('the form of a KPI', () => {
  atNight('names the kind that follows from unit and formula', async () => {
    await open('edit=own_load');
    await expectVisible(field('Kind'));
    expect(await axeFaults()).toEqual([]);
    expect((await offered('Kind'))[0]).toBe('Automatic (Rate)');
  });

  atNight('offers the aggregations of the kind only', async () => {
    await open('edit=own_load');
    expect(await offered('Over time')).not.toContain('Sum');
    await page.getByRole('option', { name: 'Average' }).click();
    expect(await offered('Over elements')).toEqual(['Default of the kind (sum)', 'Sum', 'Highest', 'Lowest']);
  });

  it('names at its field a default that the chosen kind does not have', async () => {
    const { server } = await open('edit=own_load');
    await expectVisible(field('Kind'));
    await field('Kind').click();
    await page.getByRole('option', { name: 'Gauge', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .element(field('Over elements'))
      .toHaveAccessibleDescription('“Sum” has no meaning for a gauge: choose another aggregation.');
    expect(server.received(updateKpi)).toEqual([]);
    await field('Over elements').click();
    await page.getByRole('option', { name: /^Default of the kind/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => server.received(updateKpi)[0]?.body.draft).toMatchObject({ kind: 'gauge' });
  });
});

describe('the details of a KPI', () => {
  it.each([
    [1280, 'dark', 'en', 'Kind', 'Rate', 'Over elements', 'Sum'],
    [390, 'light', 'fr', 'Nature', 'Débit', 'Entre éléments', 'Somme'],
  ] as const)(
    'show its kind and both default aggregations, %d pixels, %s, %s',
    async (width, theme, language, kind, rate, over, sum) => {
      await open('open=own_load', { width, theme, language });
      const details = page.getByRole('complementary', { name: /^(Own load|Charge propre)$/ });
      for (const fact of [kind, rate, over, sum])
        await expectVisible(details.getByText(fact, { exact: true }).first());
      expect(await axeFaults()).toEqual([]);
    },
  );
});
