import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { customerAlertSearch } from '#web/features/alerting/customers/customer-alert-search.ts';
import { customerSearch } from '#web/features/customer/customer-search.ts';
import { menuPath } from './menu-path.ts';
import { shell } from './shell.ts';

const customerAlert = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cc/alert'),
  validateSearch: customerAlertSearch,
  component: lazyRouteComponent(
    () => import('#web/features/alerting/customers/CustomerAlertPage.tsx'),
    'CustomerAlertPage',
  ),
});

const customer = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cc/customer'),
  validateSearch: customerSearch,
  component: lazyRouteComponent(() => import('#web/features/customer/CustomerPage.tsx'), 'CustomerPage'),
});

/** Pages across all customers of the user. */
export const crossRoutes = [customerAlert, customer] as const;
