import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  listFiltersAcross,
  listSavedFilters,
  type SavedFilter,
} from '#schemas/alerting/saved-filter-list.ts';
import {
  chooseDefaultFilter,
  createSavedFilter,
  deleteSavedFilter,
  updateSavedFilter,
} from '#schemas/alerting/saved-filter-routes.ts';
import { updateAlertLayout } from '#schemas/alerting/routes.ts';
import { alertReplies, customerAlertReplies } from '#web/testing/alert-replies.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { aSnapshot } from '../testing/alerts.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...alertingRoutes);

const dialog = page.getByRole('dialog');
const aFilter = (change: Partial<SavedFilter>): SavedFilter => ({
  id: 4,
  version: 2,
  name: 'Criticals',
  search: { severity: ['critical'] },
  shared: false,
  own: true,
  author: 'Ada Martin',
  isDefault: false,
  ...change,
});

it('a filter is saved under a name, applied by another user, and ignores what is deleted', async () => {
  const saved: SavedFilter = {
    id: 4,
    version: 2,
    name: 'Criticals of Lyon',
    search: { severity: ['critical'], deleted: 1 },
    shared: true,
    own: false,
    author: 'Ben Roy',
    isDefault: false,
  };
  const filters = [saved];
  const { server, search } = await renderPage('/alert?customer=1&map=false&q=edge&group=site', {
    replies: [
      ...alertReplies(aSnapshot(24, 12, Date.now())),
      reply(listSavedFilters, () => ({ filters })),
      reply(createSavedFilter, ({ body }) => {
        const own = { ...body, id: 5, version: 1, own: true, author: 'Ada Martin', isDefault: false };
        filters.push(own);
        return own;
      }),
      reply(deleteSavedFilter, () => {
        filters.pop();
        return {};
      }),
    ],
  });
  const open = page.getByRole('button', { name: 'Saved filters' });
  await page.getByRole('button', { name: /^Filters/ }).click();
  await open.click();
  await expectVisible(dialog.getByText('shared by Ben Roy'));
  expect(await axeFaults()).toEqual([]);
  await dialog.getByLabelText('Name').fill('Edge by site');
  await userEvent.keyboard('{Enter}');
  await expectVisible(dialog.getByRole('button', { name: 'Edge by site', exact: true }));
  expect(server.received(createSavedFilter)[0]?.body).toEqual({
    name: 'Edge by site',
    shared: false,
    search: { q: 'edge', group: 'site' },
  });
  await dialog.getByRole('button', { name: 'Criticals of Lyon', exact: true }).click();
  await expectHidden(dialog);
  await expect.poll(() => search().get('severity')).toContain('critical');
  expect([search().get('q'), search().get('group'), search().get('deleted')]).toEqual([null, null, null]);
  await open.click();
  await dialog.getByRole('button', { name: 'Actions on Edge by site' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expectHidden(dialog.getByText('Edge by site', { exact: true }));
});

atNight(
  'the default of the user is applied on opening without a filter, named by a chip, and one click clears it',
  async () => {
    const replies = [
      ...alertReplies(aSnapshot(24, 12, Date.now())),
      reply(listSavedFilters, { filters: [aFilter({ isDefault: true })] }),
    ];
    const { search } = await renderPage('/alert?customer=1&map=false', { replies });
    const chip = page.getByRole('button', { name: 'Remove Filter: Criticals' });
    await expectVisible(chip);
    expect(search().get('severity')).toContain('critical');
    await chip.click();
    await expectHidden(chip);
    expect(search().get('severity')).toBeNull();
    const other = await renderPage('/alert?customer=1&map=false&q=edge', { replies });
    // The first page is still there for a moment.
    await page
      .getByRole('button', { name: /^Filters/ })
      .last()
      .click();
    await expectVisible(page.getByRole('button', { name: 'Saved filters' }));
    await expect.poll(() => other.server.received(listSavedFilters).length).toBeGreaterThan(0);
    expect([other.search().get('q'), other.search().get('severity')]).toEqual(['edge', null]);
  },
);

atNight('a filter is renamed, and becomes the default, from its menu', async () => {
  const filters = [aFilter({})];
  const { server } = await renderPage('/alert?customer=1&map=false', {
    replies: [
      ...alertReplies(aSnapshot(2, 1, Date.now())),
      reply(listSavedFilters, () => ({ filters })),
      reply(updateSavedFilter, ({ body: { version, ...draft } }) => {
        filters[0] = aFilter({ ...draft, version: version + 1 });
        return filters[0];
      }),
      reply(chooseDefaultFilter, () => {
        filters[0] = aFilter({ ...filters[0], isDefault: true });
        return {};
      }),
    ],
  });
  const choose = async (of: string, action: string) => {
    await dialog.getByRole('button', { name: `Actions on ${of}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await choose('Criticals', 'Rename');
  await dialog.getByLabelText('New name').fill('Worst');
  await userEvent.keyboard('{Enter}');
  await expectVisible(dialog.getByRole('button', { name: 'Worst', exact: true }));
  await choose('Worst', 'Apply on opening');
  await expectVisible(dialog.getByText('Default', { exact: true }));
  expect(server.received(chooseDefaultFilter)[0]?.body).toEqual({ filter: 4 });
  expect(await axeFaults()).toEqual([]);
});

atNight('across customers, a filter sets search and display options', async () => {
  const saved = aFilter({ search: { q: 'acme', pinned: true }, shared: true, own: false, author: 'Ben Roy' });
  const { server, search } = await renderPage('/cc/alert', {
    replies: [
      ...alertReplies(aSnapshot(2, 1, Date.now())),
      ...customerAlertReplies(),
      reply(listFiltersAcross, { filters: [saved] }),
    ],
  });
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await dialog.getByRole('button', { name: 'Criticals', exact: true }).click();
  await expectVisible(page.getByRole('button', { name: 'Remove Filter: Criticals' }));
  expect(search().get('q')).toBe('acme');
  expect(server.received(updateAlertLayout)[0]?.body).toMatchObject({ showOnlyPinnedCustomers: true });
});
