import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { WrittenDocument } from '#schemas/dashboard/document.ts';
import { problems } from '#schemas/problem/catalogue.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { anEntry, documentReplies, wanDocument } from '../../testing/documents.ts';
import { openSection } from '../../testing/open-dashboard.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const settings = page.getByRole('complementary', { name: /^Settings of/ });
const save = page.getByRole('button', { name: 'Save', exact: true });
const field = (name: string) => settings.getByRole('textbox', { name, exact: true });
const choice = (name: string) => settings.getByRole('combobox', { name, exact: true });
const dialog = page.getByRole('dialog');

async function edit(dashlet: string, document: WrittenDocument = wanDocument): Promise<void> {
  await renderPage(`/dashboard?customer=1&open=7&edit=true&dashlet=${dashlet}`, {
    replies: documentReplies(anEntry(7, document)),
  });
  await expectVisible(settings);
}

/** The usual document with other settings of a dashlet. */
function withSettings(id: string, part: object): WrittenDocument {
  const { document } = anEntry(7);
  const dashlets = document.dashlets.map((each) =>
    each.id === id ? ({ ...each, settings: { ...each.settings, ...part } } as typeof each) : each,
  );
  return { ...document, dashlets };
}

async function choose(name: string, option: string | RegExp): Promise<void> {
  await userEvent.click(choice(name));
  await userEvent.click(page.getByRole('option', { name: option }));
}

describe('what is wrong in the settings of a dashlet is at its field, and keeps it from being saved', () => {
  atNight.each([
    ['Title', 'd1'],
    ['Label', 'd1'],
    ['Title of the axis', 'd5'],
  ])('a text that is too long: %s', async (name, dashlet) => {
    await edit(dashlet);
    await openSection('Appearance');
    const one = field(name).first();
    await one.fill('x'.repeat(121));
    await expect.element(one).toHaveAccessibleDescription(/Too long: at most 120 characters/);
    await expect.element(save).toBeDisabled();
  });

  atNight('a list without elements, at the elements', async () => {
    await edit('d1');
    await choose('Show', /^Selected|^These|^Listed|chosen/i);
    await expect.element(choice('Elements')).toHaveAccessibleDescription(problems.REQUIRED.en);
    await expect.element(choice('Show')).toBeValid();
    await expect.element(save).toBeDisabled();
  });

  atNight('a condition without a property', async () => {
    await edit('d1');
    await choose('Add a filter', /^Site$/);
    await userEvent.click(settings.getByRole('button', { name: 'Add a condition' }));
    await field('Property').fill('');
    await expect.element(field('Property')).toHaveAccessibleDescription(problems.REQUIRED.en);
    await expect.element(save).toBeDisabled();
  });

  it('thresholds that are not in ascending order, with what to change', async () => {
    await edit(
      'd1',
      withSettings('d1', {
        thresholds: [
          { from: 80, level: 'warning' },
          { from: 90, level: 'critical' },
        ],
      }),
    );
    await openSection('Thresholds');
    const group = settings.getByRole('group', { name: 'Thresholds' });
    await group.getByRole('textbox', { name: 'From' }).first().fill('95');
    await expectVisible(group.getByText('invalid threshold values: each must be above the one before it'));
  });

  atNight('several KPIs in a pie with rows', async () => {
    await edit('d4');
    await userEvent.click(settings.getByRole('button', { name: 'Add a KPI' }));
    await expectVisible(settings.getByRole('region', { name: 'Data' }).getByText(problems.PIE_ONE_KPI.en));
    await expect.element(save).toBeDisabled();
  });
});

atNight('the conversation mode can be switched off where the KPI has none', async () => {
  await edit('d3', withSettings('d3', { conversationMode: true }));
  await expect.element(choice('KPI').first()).toHaveAccessibleDescription(/Switch the conversation mode off/);
  await userEvent.click(settings.getByRole('switch', { name: 'Conversation mode' }));
  await expectHidden(settings.getByText('Not valid yet'));
});

atNight(
  'a KPI that rows are ranked and sorted by may be removed: the first one takes its place',
  async () => {
    await edit('d2', withSettings('d2', { breakdown: { kind: 'top', count: 5, rankedBy: 1 }, orderBy: 1 }));
    await openSection('Appearance');
    await userEvent.click(settings.getByRole('button', { name: /KPI 2/ }));
    expect(settings.getByText('Not valid yet').query()).toBeNull();
    await expect.element(choice('Sort by')).toHaveValue('KPI 1');
    await expect.element(save).toBeEnabled();
    await userEvent.click(page.getByRole('button', { name: 'Undo', exact: true }));
    await expect.element(choice('Sort by')).toHaveValue('KPI 2');
  },
);

it('a filter of the document without its elements is at its field, and keeps the document from being saved', async () => {
  await edit('d1');
  await userEvent.click(page.getByRole('button', { name: 'Period, filters and grid' }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'Selected by default' }));
  await userEvent.click(page.getByRole('option', { name: 'Selected elements' }));
  const elements = dialog.getByRole('combobox', { name: 'Selected elements' });
  await expect.element(elements).toHaveAccessibleDescription(problems.REQUIRED.en);
  await userEvent.keyboard('{Escape}');
  await expect.element(save).toHaveAccessibleDescription(/^The filter Site is not complete/);
});
