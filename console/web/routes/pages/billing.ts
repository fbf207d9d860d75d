import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { billingDefaults, billingSearch } from '#web/features/billing/billing-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const billing = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/license'),
  validateSearch: billingSearch,
  search: { middlewares: [stripSearchParams(billingDefaults)] },
  component: lazyPage(() => import('#web/features/billing/BillingPage.tsx'), 'BillingPage'),
});

export const billingRoutes = [billing] as const;
