import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { flowMapDefaults, flowMapSearch } from '#web/features/flowmap/flowmap-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { needsCustomer } from '../needs-customer.ts';
import { shell } from '../shell.ts';

const flowMap = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/flowmap'),
  validateSearch: flowMapSearch,
  search: { middlewares: [stripSearchParams(flowMapDefaults)] },
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/flowmap/FlowMapPage.tsx'), 'FlowMapPage'),
});

export const flowMapRoutes = [flowMap] as const;
