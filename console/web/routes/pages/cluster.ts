import { createRoute } from '@tanstack/react-router';
import { clusterSearch } from '#web/features/cluster/cluster-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { needsCustomer } from '../needs-customer.ts';
import { shell } from '../shell.ts';

const cluster = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cluster'),
  validateSearch: clusterSearch,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/cluster/ClusterPage.tsx'), 'ClusterPage'),
});

const providerCluster = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/cluster'),
  validateSearch: clusterSearch,
  component: lazyPage(() => import('#web/features/cluster/ClusterPage.tsx'), 'ProviderClusterPage'),
});

export const clusterRoutes = [cluster, providerCluster] as const;
