import { createRoute, stripSearchParams } from '@tanstack/react-router';
import {
  applicationSearch,
  applicationSearchDefaults,
} from '#web/features/application/application-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { needsCustomer } from '../needs-customer.ts';
import { shell } from '../shell.ts';

const application = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/application'),
  validateSearch: applicationSearch,
  search: { middlewares: [stripSearchParams(applicationSearchDefaults)] },
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/application/ApplicationPage.tsx'), 'ApplicationPage'),
});

const providerApplication = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/application'),
  validateSearch: applicationSearch,
  search: { middlewares: [stripSearchParams(applicationSearchDefaults)] },
  component: lazyPage(
    () => import('#web/features/application/ProviderApplicationPage.tsx'),
    'ProviderApplicationPage',
  ),
});

export const applicationRoutes = [application, providerApplication] as const;
