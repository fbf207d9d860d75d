import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readSession, signOut } from '#schemas/account/routes.ts';
import { readAlerts } from '#schemas/alerting/routes.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { signInReplies } from '#web/testing/sign-in-replies.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { signedOutRoutes } from '#web/routes/sign-in.tsx';
import { axeFaults, type RenderOptions, shellRenderer } from '#web/testing/render-page.tsx';
import { reply, unreachable } from '#web/testing/replies.ts';

const renderPage = shellRenderer(...alertingRoutes, signedOutRoutes);

const withoutAlerts = aSession({ permissions: permissionKeys.filter((key) => !key.startsWith('ALERT')) });
const grid = page.getByRole('grid');
const noAccess = page.getByRole('heading', { name: 'You do not have access to this page' });
const isLive = () => expectVisible(page.getByRole('banner').getByText('Live', { exact: true }));

const open = (options: RenderOptions = {}) =>
  renderPage('/alert?customer=2&map=false', { replies: alertReplies(), ...options });

describe('an open page whose user', () => {
  it('loses a permission closes its screens, and opens them again when it is restored', async () => {
    const { server } = await open();
    await expectVisible(grid);
    await isLive();
    const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Alerting' });
    await expectVisible(entry);
    server.set(reply(readSession, withoutAlerts));
    liveServer.send('rights');
    await expectVisible(noAccess);
    await expectHidden(entry);
    await expectHidden(grid);
    expect(await axeFaults()).toEqual([]);
    server.set(reply(readSession, aSession()));
    liveServer.send('rights');
    await expectVisible(grid);
  });

  it('lost a permission before its connection opened follows as soon as it connects', async () => {
    liveServer.cut();
    const { server } = await open();
    await expectVisible(grid);
    server.set(reply(readSession, withoutAlerts));
    liveServer.restore();
    await expectVisible(noAccess);
    await expectHidden(grid);
  });

  it.each([
    ['en', /you have access to none/],
    ['fr', /vous n’avez accès à aucun/],
  ] as const)(
    'loses the last customer reads that it is deleted, and not that the role lacks it (%s)',
    async (language, hint) => {
      const { server } = await open({ language });
      await expectVisible(grid);
      await expectVisible(page.getByRole('banner').getByText(/^(Live|En direct)$/));
      server.set(reply(readSession, aSession({ customers: [], everyCustomer: false, scopes: ['admin'] })));
      liveServer.send('rights');
      await expectVisible(page.getByText(hint));
      await expectHidden(grid);
    },
  );

  it('may not open a page reads why, in French too', async () => {
    await open({ session: withoutAlerts, language: 'fr' });
    await expectVisible(page.getByRole('heading', { name: 'Vous n’avez pas accès à cette page' }));
    await expectHidden(grid);
  });
});

describe('signing out', () => {
  it('reports a sign-out that did not reach the server', async () => {
    const [, ...anonymous] = signInReplies();
    await open({ replies: [...alertReplies(), ...anonymous, reply(signOut, unreachable)] });
    await expectVisible(grid);
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expectVisible(page.getByRole('form', { name: 'Sign in' }));
    await expectVisible(page.getByText('Sign-out could not reach the server'));
    await expectHidden(grid);
  });
});

describe('a delta that requests a new snapshot', () => {
  it('is served by one', async () => {
    const { server } = await open();
    await expectVisible(grid);
    await isLive();
    const before = server.received(readAlerts).length;
    liveServer.send('alert', { epoch: 'resync', seq: 0, at: Date.now(), customer: 2 });
    await expect.poll(() => server.received(readAlerts).length).toBeGreaterThan(before);
  });
});
