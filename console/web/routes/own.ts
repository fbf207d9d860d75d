import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { needsCustomer } from './needs-customer.ts';
import { shell } from './shell.ts';

/** They are of no customer, and stand in the space of the one that was looked at last: the header names him. */
const ofOwn = {
  getParentRoute: () => shell,
  validateSearch: versionedSearch(z.object({ customer: searchValue.id() }), []),
} as const;

const ownAccount = createRoute({
  ...ofOwn,
  beforeLoad: ({ search, context }) => needsCustomer(search, context.session),
  path: '/account',
  component: lazyRouteComponent(
    () => import('#web/features/account/own/OwnAccountPage.tsx'),
    'OwnAccountPage',
  ),
});

const reference = createRoute({
  ...ofOwn,
  beforeLoad: ({ search, context }) => needsCustomer(search, context.session),
  path: '/reference',
  component: lazyRouteComponent(() => import('#web/features/reference/ReferencePage.tsx'), 'ReferencePage'),
});

/** Pages that everybody has who is signed in. */
export const ownRoutes = [ownAccount, reference] as const;
