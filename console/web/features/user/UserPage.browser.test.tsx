import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listUsers, listUserSites, readUserChoices } from '#schemas/user/routes.ts';
import type { User } from '#schemas/user/user.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { userRoutes } from '#web/routes/pages/user.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...userRoutes);

const user: User = {
  id: 7,
  version: 1,
  username: 'n.petit',
  firstName: 'Nadia',
  lastName: 'Petit',
  email: 'nadia@example.net',
  language: null,
  role: 2,
  roleLabel: 'Network operator',
  allCustomers: false,
  customers: [2, 1],
  profiles: [5],
  restrictions: [{ customer: 1, sites: [10], regions: [] }],
  clientCount: 4,
  lock: null,
  lastAccessAt: null,
  passwordUpdatedAt: null,
  passwordExpiresAt: null,
  createdAt: 0,
  signsInElsewhere: false,
  secondFactor: false,
  exceedsOwn: false,
};
const replies = (shown: User = user) => [
  reply(listUsers, { users: [shown] }),
  reply(readUserChoices, {
    roles: [{ id: 2, label: 'Network operator', isDefault: true, exceedsOwn: false }],
    profiles: [{ id: 5, name: 'Gold', exceedsOwn: false }],
    customers: [
      { id: 1, name: 'Aster Retail', clientId: 'C1001', defaultRole: null },
      { id: 2, name: 'Borealis Bank', clientId: 'C1002', defaultRole: null },
    ],
    allCustomers: true,
  }),
  reply(listUserSites, {
    sites: [{ id: 10, name: 'Lyon', region: 'South' }],
    regions: ['South', 'North'],
  }),
];

it('the overview of a user has a list of clients and profiles by name, with a client count', async () => {
  await renderPage('/mt/user?open=7', { replies: replies() });
  const details = page.getByRole('complementary', { name: 'User n.petit' });
  await expectVisible(details.getByText('4 customers', { exact: true }));
  await expectVisible(details.getByText('Aster Retail, Borealis Bank', { exact: true }));
  await expectVisible(details.getByText('Profiles: Gold', { exact: true }));
  await expectVisible(details.getByText('User never accessed the application.'));
  expect(await axeFaults()).toEqual([]);
});

it('a user without a client is warned of in the words of the specification', async () => {
  const alone = { ...user, customers: [], profiles: [], restrictions: [], clientCount: 0 };
  await renderPage('/mt/user?open=7', { replies: replies(alone) });
  await expectVisible(page.getByText('This user cannot access any client.'));
});

it('a customer that was filtered by sites warns when it is filtered by regions instead', async () => {
  const warning = () => page.getByText('This customer was previously filtered on another element type.');
  await renderPage('/mt/user?edit=7', { replies: replies() });
  await expectVisible(page.getByRole('dialog', { name: 'Edit n.petit' }));
  const regions = page.getByRole('combobox', { name: 'Regions of Aster Retail' });
  await userEvent.click(regions);
  await userEvent.click(page.getByRole('option', { name: /North/ }));
  await userEvent.keyboard('{Escape}');
  await expectHidden(warning());
  await userEvent.click(page.getByRole('combobox', { name: 'Sites of Aster Retail' }));
  await userEvent.keyboard('{Backspace}');
  await expectVisible(warning());
});
