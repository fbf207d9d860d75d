import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listKpiAlarms, type KpiAlarm } from '#schemas/kpi/alarm-routes.ts';
import { deleteKpi, listKpis, type ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { listKpiDocuments } from '#schemas/kpi/document-routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { kpiRoutes } from '#web/routes/pages/kpi.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { pending, problem, reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...kpiRoutes);

const kpi: ListedKpi = {
  key: 'own_load',
  en: 'Own load',
  fr: 'Charge propre',
  unit: 'scalar',
  element: 'interface',
  kind: 'gauge',
  over: 'average',
  onlyAccesses: false,
  aggregation: 'average',
  strategy: 'before any aggregation',
  origin: 'defined',
  of: null,
  version: 1,
  updatedAt: null,
  updatedBy: null,
  formulas: [],
};
const documents = [
  { kind: 'dashboard', id: 3, name: 'Template', nameFr: 'Modèle', customer: null },
  { kind: 'home', id: 7, name: 'Start', customer: { id: 1, name: 'Aster Retail' } },
] as const;
const uses = { documents: [...documents], others: 2 };

const alarm: KpiAlarm = {
  id: 12,
  label: 'Busy processor',
  severity: 'major',
  enabled: true,
  cockpit: 4,
  cockpitName: 'Processors',
};

async function openDelete(
  documentsReply: Parameters<typeof reply<typeof listKpiDocuments>>[1],
  {
    alarms = { alarms: [], others: 0 },
    ...part
  }: Partial<Parameters<typeof renderPage>[1]> & {
    readonly alarms?: Parameters<typeof reply<typeof listKpiAlarms>>[1];
  } = {},
) {
  const rendered = await renderPage('/mt/kpi', {
    session: aSession(),
    replies: [
      reply(listKpis, { kpis: [kpi], counters: [] }),
      reply(listKpiDocuments, documentsReply),
      reply(listKpiAlarms, alarms),
      reply(deleteKpi, { key: kpi.key }),
    ],
    ...part,
  });
  await userEvent.click(page.getByRole('button', { name: /^Actions / }));
  await userEvent.click(page.getByRole('menuitem', { name: /^(Delete|Supprimer)…$/ }));
  return rendered;
}

atNight.each([
  [1440, 'dark', 'en', /^Used in 4 dashboards and home pages:$/, 'Template', '2 that you cannot open'],
  [390, 'light', 'fr', /^Utilisé dans 4 tableaux de bord/, 'Modèle', '2 que vous ne pouvez pas ouvrir'],
] as const)(
  'the question before a KPI is deleted links the documents that show it, %d pixels, %s, %s',
  async (width, theme, language, title, template, others) => {
    const { server } = await openDelete(uses, { width, theme, language });
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText(title).first());
    await expectVisible(dialog.getByText(others));
    const ofProvider = dialog.getByRole('link', { name: template });
    await expect
      .element(ofProvider)
      .toHaveAttribute('href', expect.stringMatching(/\/mt\/dashboard\?open=3$/));
    await expect.element(ofProvider).toHaveAttribute('target', '_blank');
    const ofCustomer = dialog.getByRole('link', { name: 'Start' });
    await expect
      .element(ofCustomer)
      .toHaveAttribute('href', expect.stringMatching(/\/home\?customer=1&open=7$/));
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: /^(Delete|Supprimer)$/ }));
    await expect.poll(() => server.received(deleteKpi).length).toBe(1);
  },
);

atNight('a KPI is not deleted before its documents are known, and is when they cannot be read', async () => {
  const { server } = await openDelete(pending);
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
  await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  server.set(reply(listKpiDocuments, problem('UNEXPECTED')));
  await userEvent.click(page.getByRole('button', { name: /^Actions / }));
  await userEvent.click(page.getByRole('menuitem', { name: /^Delete…$/ }));
  await expect.element(confirm).not.toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(confirm);
  await expect.poll(() => server.received(deleteKpi).length).toBe(1);
});

atNight('a KPI that no document shows says so', async () => {
  await openDelete({ documents: [], others: 0 });
  await expectVisible(page.getByText('No dashboard or home page uses it.'));
});

atNight.each([
  [1_280, 'light', 'en', /^Alarms depend on this KPI: 3\. Delete them first/, /^2 alarms of cockpits/],
  [390, 'dark', 'fr', /^Des alarmes dépendent de ce KPI\s: 3\. Supprimez-les d’abord/, /^2 alarmes de/],
] as const)(
  'a KPI that alarms use says so before it is deleted, and names them, %d pixels, %s, %s',
  async (width, theme, language, refusal, others) => {
    const { server } = await openDelete(
      { documents: [], others: 0 },
      { alarms: { alarms: [alarm], others: 2 }, width, theme, language },
    );
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText(refusal));
    const link = dialog.getByRole('link', { name: 'Busy processor' });
    await expect
      .element(link)
      .toHaveAttribute('href', expect.stringMatching(/\/mt\/cockpit\?cockpit=4&alarm=12$/));
    await expectVisible(dialog.getByText(others));
    const confirm = dialog.getByRole('button', { name: /^(Delete|Supprimer)$/ });
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
    expect(await axeFaults()).toEqual([]);
    (confirm.element() as HTMLElement).click();
    await expectVisible(dialog.getByText(refusal));
    expect(server.received(deleteKpi)).toEqual([]);
  },
);

it('a KPI whose alarms cannot be read can still be deleted: the server refuses it if one uses it', async () => {
  const { server } = await openDelete({ documents: [], others: 0 }, { alarms: problem('UNEXPECTED') });
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await expect.poll(() => server.received(deleteKpi).length).toBe(1);
});
