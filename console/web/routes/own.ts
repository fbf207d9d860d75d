import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { lazyPage } from './lazy-page.ts';
import { needsCustomer } from './needs-customer.ts';
import { shell } from './shell.ts';

/** Not tied to a customer; the header shows the last viewed one. */
const ofOwn = {
  getParentRoute: () => shell,
  validateSearch: versionedSearch(z.object({ customer: searchValue.id() }), []),
} as const;

const ownAccount = createRoute({
  ...ofOwn,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  path: '/account',
  component: lazyPage(() => import('#web/features/account/own/OwnAccountPage.tsx'), 'OwnAccountPage'),
});

const reference = createRoute({
  ...ofOwn,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  path: '/reference',
  component: lazyPage(() => import('#web/features/reference/ReferencePage.tsx'), 'ReferencePage'),
});

/** Pages of every signed-in user. */
export const ownRoutes = [ownAccount, reference] as const;
