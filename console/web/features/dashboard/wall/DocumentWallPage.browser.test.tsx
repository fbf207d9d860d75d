import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DOCUMENT_VERSION } from '#schemas/dashboard/document.ts';
import { documentData } from '#schemas/dashboard/document-data-routes.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { readSession } from '#schemas/account/routes.ts';
import { readData } from '#schemas/data/routes.ts';
import { createDashboardDisplay, readWall } from '#schemas/token/routes.ts';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import { whenSignedOut } from '#web/kernel/api/signed-out.ts';
import { liveState } from '#web/kernel/socket/connection.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { dashboardRoutes, documentWallRoute } from '#web/routes/pages/dashboard.ts';
import { axeFaults, shellRenderer, type RenderOptions } from '#web/testing/render-page.tsx';
import { lines, pending, problem, reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies } from '../testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = shellRenderer(...dashboardRoutes, documentWallRoute);

const { read } = customerDocuments.dashboard;
const { data, elements } = documentData.dashboard;
const names: Readonly<Record<number, string>> = { 7: 'WAN links', 8: 'Voice', 9: 'New one' };

const open = (query: string, options: RenderOptions = {}) =>
  renderPage(`/wall/dashboard${query}`, {
    ...options,
    replies: [
      ...(options.replies ?? []),
      ...documentReplies(),
      reply(read, ({ params }) => ({
        ...anEntry(
          params.resourceId,
          params.resourceId === 9 ? { version: DOCUMENT_VERSION, dashlets: [] } : undefined,
        ),
        name: names[params.resourceId] ?? '',
      })),
      reply(elements, { count: 1, elements: [{ id: 1, label: 'Lyon', active: true, values: [] }] }),
      reply(data, ({ body }) =>
        lines(
          data,
          ...body.requests.map((request): DataLine => ({
            state: 'ready',
            id: request.id,
            result: aResult(request),
          })),
          { state: 'end' },
        ),
      ),
    ],
  });

const scope = reply(readWall, {
  display: { name: 'NOC, left', expiresAt: Date.now() + 86_400_000 },

  customers: [{ id: 1, clientId: 'C1001', name: 'Aster Retail', timeZone: 'Europe/Paris' }],
  cross: false,
});
const title = (name: string) => page.getByRole('heading', { level: 1, name });

describe('a wall of dashboards', () => {
  it.each(['light', 'dark'] as const)('shows one without menus and buttons, %s', async (theme) => {
    const { server } = await open('?customer=1&open=7', { theme, width: 1_920 });
    await expectVisible(title('WAN links'));
    await expectVisible(page.getByRole('article').first());
    await expectHidden(page.getByRole('navigation'));
    expect(page.getByRole('button', { name: /^Actions on/ }).query()).toBeNull();
    await expect.poll(() => server.received(data).length).toBeGreaterThan(0);
    expect(await axeFaults()).toEqual([]);
  });

  atNight('says that a dashboard is empty', async () => {
    await open('?customer=1&open=9');
    await expectVisible(title('New one'));
    await expectVisible(page.getByText('This dashboard is empty'));
  });

  atNight('shows several in turn, by the clock', async () => {
    await open('?customer=1&open=7.8&every=5');
    await expectVisible(title('WAN links'));
    await expectVisible(page.getByText('1 of 2'));
    await expectVisible(title('Voice'));
    await expectVisible(page.getByText('2 of 2'));
  });

  atNight(
    'shows that the link is lost, in its border and in words, and follows once it is back',
    async () => {
      await open('?customer=1&open=7');
      await expectVisible(title('WAN links'));
      const border = () => document.querySelector('.tt-document-wall')?.getAttribute('data-link');
      await expect.poll(border).toBe('live');
      liveServer.cut();
      await expectVisible(page.getByRole('alert').getByText(/Connection lost/));
      expect(border()).toBe('lost');
      liveServer.restore();
      await expect.poll(border).toBe('live');
    },
  );

  atNight('follows what is saved, and shows nothing of what is deleted until it is back', async () => {
    const { server } = await open('?customer=1&open=7');
    await expectVisible(title('WAN links'));
    await expect.poll(() => liveState.get()).toBe('live');
    server.set(reply(read, anEntry(7, undefined, { name: 'WAN and LAN', version: 4 })));
    liveServer.send('resource', { kind: 'dashboard' });
    await expectVisible(title('WAN and LAN'));
    server.set(reply(read, () => problem('NOT_FOUND')));
    liveServer.send('resource', { kind: 'dashboard' });
    await expectVisible(page.getByText(/^This dashboard cannot be shown at the moment/));
    expect(page.getByRole('article').query()).toBeNull();
    server.set(reply(read, anEntry(7)));
    liveServer.send('resource', { kind: 'dashboard' });
    await expectVisible(title('WAN links'));
  });

  atNight('ends with Escape, and says that nothing is chosen', async () => {
    const { path } = await open('?customer=1&open=7');
    await expectVisible(title('WAN links'));
    await userEvent.keyboard('{Escape}');
    await expect.poll(path).toBe('/dashboard');
    await open('?customer=1');
    await expectVisible(title('No dashboard to show'));
  });

  it('is shown by a display token without a session, and says until when', async () => {
    const { server } = await open('?customer=1&open=7#token=abc', { replies: [scope] });
    await expectVisible(title('WAN links'));
    await expectVisible(page.getByRole('article').first());
    await expectVisible(page.getByText(/^NOC, left, valid until/));
    await expect.poll(() => server.received(data).length).toBeGreaterThan(0);
    expect(server.received(readSession)).toEqual([]);
    expect(server.received(readData)).toEqual([]);
  });

  atNight('says that it waits for the server, for its scope', async () => {
    await open('?customer=1&open=7#token=abc', { replies: [reply(readWall, () => pending)] });
    await expectVisible(title('Waiting for the server'));
  });

  atNight('says that it waits for the server, for its dashboard', async () => {
    const { server } = await open('?customer=1&open=7#token=abc', {
      replies: [scope, reply(read, () => pending)],
    });
    await expectVisible(title('Waiting for the server'));
    expect(server.received(data)).toEqual([]);
  });

  it('says that its token is over, in place of the dashboard', async () => {
    await open('?customer=1&open=7#token=abc', {
      replies: [reply(readWall, () => problem('UNAUTHENTICATED'))],
    });
    await expectVisible(title('The display token of this wall is no longer valid'));
  });

  atNight('shows no sign-in dialog when its token is revoked while it is shown', async () => {
    const { server } = await open('?customer=1&open=7#token=abc', { replies: [scope] });
    await expectVisible(title('WAN links'));
    await expect.poll(() => liveState.get()).toBe('live');
    const onSignedOut = vi.fn<() => Promise<boolean>>(() => new Promise(() => undefined));
    whenSignedOut(onSignedOut);
    const revoked = () => problem('UNAUTHENTICATED');
    server.set(reply(readWall, revoked));
    server.set(reply(read, revoked));
    liveServer.send('ended');
    await expectVisible(title('The display token of this wall is no longer valid'));
    expect(onSignedOut).not.toHaveBeenCalled();
    whenSignedOut(() => Promise.resolve(false));
  });

  atNight('gets an address with a display token from a dashboard', async () => {
    const { server } = await renderPage('/dashboard?customer=1&open=7&period=360', {
      replies: [
        ...documentReplies(),
        reply(data, () => lines(data, { state: 'end' })),
        reply(elements, { count: 0, elements: [] }),
        reply(createDashboardDisplay, ({ body }) => ({
          token: 'telltale_abc',
          made: {
            id: 4,
            name: body.name,
            permissions: [],
            customers: [1],
            display: true,
            documents: [7],
            createdAt: 0,
            expiresAt: 0,
            lastUsedAt: null,
            lastUsedAddress: null,
          },
        })),
      ],
    });
    await page.getByRole('button', { name: 'Show on a wall…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Show on a wall' });
    await dialog.getByRole('textbox', { name: 'Name of the screen' }).fill('NOC, left');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await expectVisible(
      dialog.getByText(/wall\/dashboard\?customer=1&open=7&every=30&period=360#token=telltale_abc$/),
    );
    expect(server.received(createDashboardDisplay)).toMatchObject([
      { body: { name: 'NOC, left', customer: 1, documents: [7], days: 30 } },
    ]);
    expect(await axeFaults()).toEqual([]);
  });

  atNight('starts from a dashboard, with others in turn', async () => {
    const { path, search } = await renderPage('/dashboard?customer=1&open=7&period=360', {
      replies: [
        ...documentReplies(),
        reply(data, () => lines(data, { state: 'end' })),
        reply(elements, { count: 0, elements: [] }),
      ],
    });
    await page.getByRole('button', { name: 'Show on a wall…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Show on a wall' });
    await dialog.getByRole('textbox', { name: 'Seconds per dashboard' }).fill('2');
    await expectVisible(dialog.getByText('From 5 to 3600 seconds'));
    await dialog.getByRole('textbox', { name: 'Seconds per dashboard' }).fill('15');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect.poll(path).toBe('/wall/dashboard');
    expect([...search()]).toEqual(
      expect.arrayContaining([
        ['every', '15'],
        ['open', '7'],
        ['period', '360'],
      ]),
    );
  });
});
