import { createRoute } from '@tanstack/react-router';
import { exploreSearch } from '#web/features/explore/explore-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { needsCustomer } from '../needs-customer.ts';
import { shell } from '../shell.ts';

const explore = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/explore'),
  validateSearch: exploreSearch,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/explore/ExplorePage.tsx'), 'ExplorePage'),
});

const exploreAcross = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cc/explore'),
  validateSearch: exploreSearch,
  component: lazyPage(() => import('#web/features/explore/ExplorePage.tsx'), 'ExploreAcrossPage'),
});

export const exploreRoutes = [explore, exploreAcross] as const;
