import { createRoute, redirect } from '@tanstack/react-router';
import { changedSearch, periodToShow } from '#web/features/explore/changed/changed-search.ts';
import { now } from '#web/lib/clock.ts';
import { lazyPage } from '../lazy-page.ts';
import { needsCustomer } from '../needs-customer.ts';
import { shell } from '../shell.ts';

const changed = createRoute({
  getParentRoute: () => shell,
  path: '/explore/changed',
  validateSearch: changedSearch,
  async beforeLoad({ search, context }) {
    await needsCustomer(search, context);
    const period = periodToShow(search, Math.floor(now() / 1_000));
    if (period !== undefined)
      throw redirect({ to: '.', search: (of: object) => ({ ...of, ...period }), replace: true });
  },
  component: lazyPage(() => import('#web/features/explore/changed/ChangedPage.tsx'), 'ChangedPage'),
});

export const changedRoutes = [changed] as const;
