import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { documentData } from '#schemas/dashboard/document-data-routes.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import type { DataLine } from '#schemas/data/data-answer.ts';
import { expectGone, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { axeFaults, renderPage } from '#web/testing/render-page.tsx';
import type { RenderOptions } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies } from '../testing/documents.ts';

const { read } = customerDocuments.dashboard;
const { data, elements } = documentData.dashboard;
const names: Readonly<Record<number, string>> = { 7: 'WAN links', 8: 'Voice' };

const open = (query: string, options: RenderOptions = {}) =>
  renderPage(`/wall/dashboard${query}`, {
    ...options,
    replies: [
      ...documentReplies(),
      reply(read, ({ params }) => ({
        ...anEntry(params.resourceId),
        name: names[params.resourceId] ?? '',
      })),
      reply(elements, { count: 1, elements: [{ id: 1, label: 'Lyon', active: true, values: [] }] }),
      reply(data, ({ body }) =>
        lines(
          data,
          ...body.requests.map((request): DataLine => ({
            ...{ state: 'ready', id: request.id, result: aResult(request) },
          })),
          { state: 'end' },
        ),
      ),
    ],
  });

const title = (name: string) => page.getByRole('heading', { level: 1, name });

describe('a wall of dashboards', () => {
  it.each(['light', 'dark'] as const)('shows one without menus and buttons, %s', async (theme) => {
    const { server } = await open('?customer=1&open=7', { theme, width: 1_920 });
    await expectVisible(title('WAN links'));
    await expectVisible(page.getByRole('article').first());
    await expectGone(page.getByRole('navigation'));
    expect(page.getByRole('button', { name: /^Actions on/ }).query()).toBeNull();
    await expect.poll(() => server.received(data).length).toBeGreaterThan(0);
    expect(await axeFaults()).toEqual([]);
  });

  it('shows several in turn, by the clock', async () => {
    await open('?customer=1&open=7.8&every=5');
    await expectVisible(title('WAN links'));
    await expectVisible(page.getByText('1 of 2'));
    await expectVisible(title('Voice'));
    await expectVisible(page.getByText('2 of 2'));
  });

  it('shows that the link is lost, in its border and in words, and follows once it is back', async () => {
    await open('?customer=1&open=7');
    await expectVisible(title('WAN links'));
    const border = () => document.querySelector('.tt-document-wall')?.getAttribute('data-link');
    await expect.poll(border).toBe('live');
    liveServer.cut();
    await expectVisible(page.getByRole('alert').getByText(/Connection lost/));
    expect(border()).toBe('lost');
    liveServer.restore();
    await expect.poll(border).toBe('live');
  });

  it('ends with Escape, and says that nothing is chosen', async () => {
    const { path } = await open('?customer=1&open=7');
    await expectVisible(title('WAN links'));
    await userEvent.keyboard('{Escape}');
    await expect.poll(path).toBe('/dashboard');
    await open('?customer=1');
    await expectVisible(title('No dashboard to show'));
  });

  it('starts from a dashboard, with others in turn', async () => {
    const { path, search } = await renderPage('/dashboard?customer=1&open=7&period=360', {
      replies: [
        ...documentReplies(),
        reply(data, () => lines(data, { state: 'end' })),
        reply(elements, { count: 0, elements: [] }),
      ],
    });
    await page.getByRole('button', { name: 'Show on a wall…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Show on a wall' });
    await dialog.getByRole('textbox', { name: 'Seconds each' }).fill('2');
    await expectVisible(dialog.getByText('From 5 to 3600 seconds'));
    await dialog.getByRole('textbox', { name: 'Seconds each' }).fill('15');
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
