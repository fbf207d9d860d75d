import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { expectVisible, optionsOf } from '#web/testing/expect-visible.ts';
import { axeFaults } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { anEntry, lastRequested } from '../../testing/documents.ts';
import { openDashboards } from '../../testing/open-dashboard.ts';
import { atNight } from '#tests/gate/at-night.ts';

const { read, update } = customerDocuments.dashboard;
const place = { x: 0, y: 0, width: 12, height: 8 };
const sites = { keys: ['site'], breakdown: { kind: 'top', count: 5 } };
const interfaces = { keys: ['interface'], breakdown: { kind: 'top', count: 5 } };

const open = (settings: object, options: Parameters<typeof openDashboards>[0] = {}) => {
  const document = {
    version: DOCUMENT_VERSION,
    dashlets: [{ id: 'd1', type: 'table', title: 'Sites', place, settings }],
  } as unknown as WrittenDocument;
  const entry = anEntry(7, document);
  return openDashboards({
    query: '&open=7&edit=true&dashlet=d1',
    replies: [reply(read, entry), reply(update, entry)],
    ...options,
  });
};
const field = (name: string) => page.getByRole('combobox', { name, exact: true });
const offered = (name: string): Promise<readonly string[]> => optionsOf(field(name));

describe('the settings of a KPI in a dashlet', () => {
  it('offer over time what its kind has, the default with its name first', async () => {
    await open({ ...sites, series: [{ kpi: 'itf_in_bps' }] });
    const names = await offered('Over time');
    expect(names[0]).toBe('Default (average)');
    expect(names).toContain('Percentile');
    expect(names).not.toContain('Sum');
  });

  atNight('offer over elements what its kind has, where rows have several', async () => {
    const { server } = await open({ ...sites, series: [{ kpi: 'itf_in_util' }] });
    expect(await offered('Over elements')).toEqual([
      'Default (worst)',
      'Weighted',
      'Worst (highest)',
      'Lowest',
    ]);
    await page.getByRole('option', { name: 'Weighted' }).click();
    await expect
      .element(field('Over elements'))
      .toHaveAccessibleDescription('Numerators and denominators add up: an element counts by its size.');
    await expect.poll(() => lastRequested(server, 'd1')?.series[0]).toMatchObject({ over: 'weighted' });
    expect(await axeFaults()).toEqual([]);
  });

  atNight.each([
    ['single elements', { ...interfaces, series: [{ kpi: 'itf_in_util' }] }],
    ['flows', { ...sites, series: [{ kpi: 'app_bytes' }] }],
  ])('offer nothing over elements for rows of %s', async (_, settings) => {
    await open(settings);
    await expectVisible(field('Over time'));
    expect(field('Over elements').query()).toBeNull();
  });

  atNight('reset what another KPI does not have, in one change that is undone', async () => {
    await open({ ...sites, series: [{ kpi: 'itf_in_bytes', aggregation: 'sum', over: 'sum' }] });
    await expect.element(field('Over time')).toHaveValue('Sum');
    await field('KPI').fill('Inbound utilisation');
    await page.getByRole('option', { name: 'Inbound utilisation', exact: true }).click();
    await expect.element(field('Over time')).toHaveValue('Default (average)');
    await expect.element(field('Over elements')).toHaveValue('Default (worst)');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.element(field('Over time')).toHaveValue('Sum');
    await expect.element(field('Over elements')).toHaveValue('Sum');
    await expect.element(field('KPI')).toHaveValue('Inbound volume');
  });

  atNight.each([
    ['en', 'Over time', '“Sum” over time does not exist for a rate: the average is shown.'],
    [
      'fr',
      'Dans le temps',
      '«\u00A0Somme\u00A0» dans le temps n’existe pas pour un débit. Affiché à la place\u00A0: moyenne.',
    ],
  ] as const)(
    'name at its field a stored aggregation that its kind does not have, and what is shown, %s',
    async (language, label, sentence) => {
      const { server } = await open(
        { ...sites, series: [{ kpi: 'itf_in_bps', aggregation: 'sum' }] },
        { language },
      );
      await expect.element(field(label)).toHaveAccessibleDescription(sentence);
      // The dashlet is shown, and not saved.
      await expect.poll(() => lastRequested(server, 'd1')?.stored).toBe(true);
      await expectVisible(page.getByRole('article', { name: 'Sites' }).getByRole('grid'));
    },
  );
});
