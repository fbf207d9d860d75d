import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { providerDocuments } from '#schemas/dashboard/routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { closePage, pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies, wanDocument } from '../testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const session = aSession();
const readers = session.permissions.filter((permission) => permission !== 'DASHBOARD.write');

describe('the address of the editor of a dashboard', () => {
  atNight.each([
    ['without the permission to edit dashboards', aSession({ permissions: readers }), {}, /^Edit$/],
    ['of a customer, for a shared dashboard', session, { edit: 'multi-client' }, /Admin space$/],
    ['while the server is read-only', aSession({ readOnly: true }), {}, /^Edit$/],
  ] as const)('opened %s shows the dashboard', async (_, signedIn, part, action) => {
    const { search } = await renderPage('/dashboard?customer=1&open=7&edit=true&dashlet=d3', {
      session: signedIn,
      replies: [...documentReplies(anEntry(7, wanDocument, part))],
    });
    await expectVisible(page.getByRole('button', { name: action }));
    expect(page.getByText('Editing').query()).toBeNull();
    await expect.poll(() => search().get('edit')).toBeNull();
  });

  const ofOther = anEntry(7, wanDocument, { owner: { id: 2, name: 'Grace Hopper' } });
  const address = '/dashboard?customer=1&open=7&edit=true';

  it('requires confirmation to change the dashboard of another user', async () => {
    await renderPage(address, { replies: documentReplies(ofOther) });
    await page.getByRole('dialog').getByRole('button', { name: 'Change anyway' }).click();
    await expectVisible(page.getByText('Editing'));
  });

  atNight('shows the dashboard of another user to those who leave it as it is', async () => {
    const { search } = await renderPage(address, { replies: documentReplies(ofOther) });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expectVisible(page.getByRole('button', { name: 'Edit', exact: true }));
    expect(search().get('edit')).toBeNull();
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  atNight('requires one confirmation where the dashboard is edited from its page', async () => {
    await renderPage('/dashboard?customer=1&open=7', { replies: documentReplies(ofOther) });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change anyway' }).click();
    await expectVisible(page.getByText('Editing'));
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  atNight(
    'requires one confirmation where a shared dashboard is edited in the multi-client space',
    async () => {
      const shared = anEntry(7, wanDocument, {
        owner: { id: 2, name: 'Grace Hopper' },
        edit: 'multi-client',
      });
      const { path } = await renderPage('/dashboard?customer=1&open=7', {
        replies: [
          ...documentReplies(shared),
          reply(providerDocuments.dashboard.read, shared),
          reply(providerDocuments.dashboard.markOpened, {}),
        ],
      });
      await page.getByRole('button', { name: 'Edit in the Admin space' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Change anyway' }).click();
      await expect.poll(path).toBe('/mt/dashboard');
      await expectVisible(page.getByText('Editing'));
      expect(page.getByRole('dialog').query()).toBeNull();
    },
  );

  atNight(
    'requires confirmation by the next user of the window, whatever the one before has confirmed',
    async () => {
      const shared = anEntry(7, wanDocument, {
        owner: { id: 2, name: 'Grace Hopper' },
        edit: 'multi-client',
      });
      const { path } = await renderPage('/dashboard?customer=1&open=7', {
        replies: [
          ...documentReplies(shared),
          // Deleted at that moment: the editor that would forget the response never opens.
          reply(providerDocuments.dashboard.read, problem('NOT_FOUND')),
        ],
      });
      await page.getByRole('button', { name: 'Edit in the Admin space' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Change anyway' }).click();
      await expect.poll(path).toBe('/mt/dashboard');
      expect(closePage()).toEqual([]);
      await renderPage(address, { replies: documentReplies(ofOther) });
      await expectVisible(page.getByRole('dialog').getByRole('button', { name: 'Change anyway' }));
    },
  );
});
