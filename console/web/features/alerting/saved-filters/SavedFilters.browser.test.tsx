import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  type SavedFilter,
} from '#schemas/alerting/saved-filter-routes.ts';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { expectGone, expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, renderPage } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { aSnapshot } from '../testing/alerts.ts';

const dialog = page.getByRole('dialog');

it('a filter is saved under a name, applied by another user, and ignores what is gone', async () => {
  const saved: SavedFilter = {
    ...{ id: 4, version: 2, name: 'Criticals of Lyon', search: { severity: ['critical'], gone: 1 } },
    ...{ shared: true, own: false, author: 'Ben Roy' },
  };
  const filters = [saved];
  const { server, search } = await renderPage('/alert?customer=1&map=false&q=edge&group=site', {
    replies: [
      ...alertReplies(aSnapshot(24, 12, Date.now())),
      reply(listSavedFilters, () => ({ filters })),
      reply(createSavedFilter, ({ body }) => {
        const own = { ...body, id: 5, version: 1, own: true, author: 'Ada Martin' };
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
  await open.click();
  await expectVisible(dialog.getByText('shared by Ben Roy'));
  expect(await axeFaults()).toEqual([]);
  await dialog.getByLabelText('Name').fill('Edge by site');
  await userEvent.keyboard('{Enter}');
  await expectVisible(dialog.getByRole('button', { name: 'Edge by site', exact: true }));
  expect(server.received(createSavedFilter)[0]?.body).toEqual({
    ...{ name: 'Edge by site', shared: false, search: { q: 'edge', group: 'site' } },
  });
  await dialog.getByRole('button', { name: 'Criticals of Lyon' }).click();
  await expectGone(dialog);
  await expect.poll(() => search().get('severity')).toContain('critical');
  expect([search().get('q'), search().get('group'), search().get('gone')]).toEqual([null, null, null]);
  await open.click();
  await dialog.getByRole('button', { name: 'Delete Edge by site' }).click();
  await expectGone(dialog.getByText('Edge by site', { exact: true }));
});
