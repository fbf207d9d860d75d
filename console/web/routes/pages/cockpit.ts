import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { cockpitDefaults, cockpitSearch } from '#web/features/cockpit/cockpit-search.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { needsCustomer } from '../needs-customer.ts';
import { shell } from '../shell.ts';

const cockpit = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/cockpit'),
  validateSearch: cockpitSearch,
  search: { middlewares: [stripSearchParams(cockpitDefaults)] },
  component: lazyPage(() => import('#web/features/cockpit/CockpitPage.tsx'), 'CockpitPage'),
});

const cockpitOfCustomer = versionedSearch(
  z.object({ customer: searchValue.id(), tab: searchValue.text() }),
  [],
);

const sharedCockpit = createRoute({
  getParentRoute: () => shell,
  path: '/alert/cockpit',
  validateSearch: cockpitOfCustomer,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(
    () => import('#web/features/cockpit/shared/SharedCockpitPage.tsx'),
    'SharedCockpitPage',
  ),
});

export const cockpitRoutes = [cockpit, sharedCockpit] as const;
