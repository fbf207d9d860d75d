import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readData } from '#schemas/data/routes.ts';
import { documentData } from '#schemas/dashboard/document-data-routes.ts';
import { readCurrentHome } from '#schemas/dashboard/home-routes.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { shellRenderer } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { aResult, aSummary, anEntry, documentReplies } from './testing/documents.ts';

const renderPage = shellRenderer(...dashboardRoutes);

const { read, markOpened, list } = customerDocuments.home;
const { data, elements } = documentData.home;

const open = (permissions: Parameters<typeof aSession>[0], address = '/home?customer=1&open=7') =>
  renderPage(address, {
    session: aSession(permissions),
    replies: [
      ...documentReplies(),
      reply(read, anEntry(7)),
      reply(markOpened, {}),
      reply(list, { documents: [aSummary(7), aSummary(8, { name: 'Customer view' })] }),
      reply(readCurrentHome, {
        home: { id: 7, name: 'WAN links', by: 'role' as const },
        own: null,
        ofCustomer: null,
      }),
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

describe('a home page', () => {
  it('shows its values to a user who has no right but that to home pages', async () => {
    const { server } = await open({ permissions: ['HOME.read'], scopes: ['customer'] });
    await expectVisible(page.getByRole('article').first());
    await expect.poll(() => server.received(data).length).toBeGreaterThan(0);
    expect(server.received(data)).toMatchObject([{ params: { customerId: 1, resourceId: 7 } }]);
    expect(server.received(readData)).toEqual([]);
  });

  it('sends the requests of every page for a user who may read dashboards', async () => {
    const { server } = await open({ permissions: ['HOME.read', 'DASHBOARD.read'], scopes: ['customer'] });
    await expect.poll(() => server.received(readData).length).toBeGreaterThan(0);
    expect(server.received(data)).toEqual([]);
  });

  it('is what the menu leads to, with a way to the library', async () => {
    const { search } = await open(
      { permissions: ['HOME.read', 'DASHBOARD.read'], scopes: ['customer'] },
      '/home?customer=1',
    );
    await expectVisible(page.getByRole('heading', { name: 'WAN links', level: 1 }));
    expect(search().get('open')).toBe('7');
    await page.getByRole('button', { name: 'Library' }).click();
    await expectVisible(page.getByRole('gridcell', { name: 'WAN links Yours by role', exact: true }));
    await page.getByRole('gridcell', { name: 'Customer view', exact: true }).click();
    await expect.poll(() => search().get('open')).toBe('8');
    expect(search().get('library')).toBeNull();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect.poll(() => search().get('open')).toBe('7');
  });
});
