import { createRoute, redirect, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { alertDefaults, alertSearch } from '#web/features/alerting/alert-search.ts';
import {
  applicationSearchDefaults,
  applicationSearch,
} from '#web/features/application/application-search.ts';
import { clusterSearch } from '#web/features/cluster/cluster-search.ts';
import { documentSearch, documentSearchDefaults } from '#web/features/dashboard/document-search.ts';
import {
  inventoryDefaults,
  inventoryElementSearch,
  inventorySearch,
} from '#web/features/inventory/inventory-search.ts';
import { silenceSearch } from '#web/features/silence/silence-search.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { lazyPage } from './lazy-page.ts';
import { menuPath } from './menu-path.ts';
import { needsCustomer } from './needs-customer.ts';
import { shell } from './shell.ts';

const cockpitOfCustomer = versionedSearch(
  z.object({ customer: searchValue.id(), tab: searchValue.text() }),
  [],
);

const alert = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/alert'),
  validateSearch: alertSearch,
  search: { middlewares: [stripSearchParams(alertDefaults)] },
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/alerting/AlertPage.tsx'), 'AlertPage'),
});

const silence = createRoute({
  getParentRoute: () => shell,
  path: '/alert/silence',
  validateSearch: silenceSearch,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/silence/SilencePage.tsx'), 'SilencePage'),
});

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

const cluster = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cluster'),
  validateSearch: clusterSearch,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/cluster/ClusterPage.tsx'), 'ClusterPage'),
});

const application = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/application'),
  validateSearch: applicationSearch,
  search: { middlewares: [stripSearchParams(applicationSearchDefaults)] },
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/application/ApplicationPage.tsx'), 'ApplicationPage'),
});

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/dashboard'),
  validateSearch: documentSearch,
  search: { middlewares: [stripSearchParams(documentSearchDefaults)] },
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

const home = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/home'),
  validateSearch: documentSearch,
  search: { middlewares: [stripSearchParams(documentSearchDefaults)] },
  async beforeLoad({ search, context }) {
    await needsCustomer(search, context);
    const { customer, open, library } = search;
    if (customer === undefined || open !== undefined || library) return;
    const own = await (await import('./home-landing.ts')).homeOf(customer);
    if (own !== undefined) throw redirect({ to: '/home', search: own, replace: true });
  },
  component: lazyPage(() => import('#web/features/dashboard/DashboardPage.tsx'), 'HomePage'),
});

const inventory = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/inventory'),
  validateSearch: inventorySearch,
  search: { middlewares: [stripSearchParams(inventoryDefaults)] },
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/inventory/InventoryPage.tsx'), 'InventoryPage'),
});

const inventoryElement = createRoute({
  getParentRoute: () => shell,
  path: '/inventory/$kind/$element',
  validateSearch: inventoryElementSearch,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/inventory/element/ElementPage.tsx'), 'ElementPage'),
});

/** Pages of one customer. */
export const customerRoutes = [
  alert,
  silence,
  sharedCockpit,
  cluster,
  application,
  dashboard,
  home,
  inventory,
  inventoryElement,
] as const;
