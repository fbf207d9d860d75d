import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { customerAlertSearch } from '#web/features/alerting/customer-alert-search.ts';
import { customerPageSearch } from '#web/features/customer/customer-page-search.ts';
import { menuPath } from './menu-path.ts';
import { shell } from './shell.ts';

const customerAlert = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cc/alert'),
  validateSearch: customerAlertSearch,
  component: lazyRouteComponent(
    () => import('#web/features/alerting/CustomerAlertPage.tsx'),
    'CustomerAlertPage',
  ),
});

const customer = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cc/customer'),
  validateSearch: customerPageSearch,
  component: lazyRouteComponent(() => import('#web/features/customer/CustomerPage.tsx'), 'CustomerPage'),
});

/** Pages over all customers of the user. */
export const crossRoutes = [customerAlert, customer] as const;
