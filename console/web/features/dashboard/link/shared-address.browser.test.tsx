import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { aSession, customers } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';
import { documentReplies } from '../testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const session = aSession({
  permissions: ['DASHBOARD.read', 'HOME.read', 'ALERT.read'],
  scopes: ['customer', 'cross-customer'],
  customers: customers.slice(1, 3),
  everyCustomer: false,
});
const ADDRESS = '/mt/dashboard?open=7&period=60m&selection=site:1';

describe('the address of a dashboard of the multi-client space', () => {
  it.each([
    ['whose data it shows', '&for=3', { customer: '3', selection: 'site:1' }],
    ['that they have', '&for=1', { customer: '2' }],
    ['that they have, where it names none', '', { customer: '2' }],
  ])('leads users of customers to it in the space of the customer %s', async (_, query, expected) => {
    const { path, search } = await renderPage(`${ADDRESS}${query}`, { session, replies: documentReplies() });
    await expectVisible(page.getByRole('article', { name: 'Busiest links' }));
    expect(path()).toBe('/dashboard');
    const { v: _version, ...found } = Object.fromEntries(search());
    expect(found).toMatchObject({ open: '7', ...expected });
    expect('selection' in found).toBe('selection' in expected);
  });

  it('says to those with whom it is not shared that there is none', async () => {
    const missing = reply(customerDocuments.dashboard.read, () => problem('NOT_FOUND'));
    await renderPage(ADDRESS, { session, replies: [...documentReplies(), missing] });
    await expectVisible(page.getByText('It was deleted, or it is not shared with you.'));
  });
});
