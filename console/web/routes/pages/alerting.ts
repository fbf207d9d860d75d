import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { alertDefaults, alertSearch } from '#web/features/alerting/alert-search.ts';
import {
  customerAlertDefaults,
  customerAlertSearch,
} from '#web/features/alerting/customers/customer-alert-search.ts';
import { wallSearch } from '#web/features/alerting/wall/wall-search.ts';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { FailedDocument } from '#web/kernel/shell/FailedPage.tsx';
import { WaitingDocument } from '#web/kernel/shell/WaitingPage.tsx';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { needsCustomer } from '../needs-customer.ts';
import { root } from '../root.ts';
import { sessionOrSignIn, shell } from '../shell.ts';

const alert = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/alert'),
  validateSearch: alertSearch,
  search: { middlewares: [stripSearchParams(alertDefaults)] },
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/alerting/AlertPage.tsx'), 'AlertPage'),
});

const customerAlert = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cc/alert'),
  validateSearch: customerAlertSearch,
  search: { middlewares: [stripSearchParams(customerAlertDefaults)] },
  component: lazyPage(
    () => import('#web/features/alerting/customers/CustomerAlertPage.tsx'),
    'CustomerAlertPage',
  ),
});

/** Outside the shell: a wall has no menus, and a display token no session. */
export const wallRoute = createRoute({
  getParentRoute: () => root,
  path: '/wall',
  validateSearch: wallSearch,
  beforeLoad: async ({ context, location }) => {
    if (displayToken() === undefined) await sessionOrSignIn(context, location);
  },
  pendingComponent: WaitingDocument,
  errorComponent: FailedDocument,
  component: lazyPage(() => import('#web/features/alerting/wall/WallPage.tsx'), 'WallPage'),
});

export const alertingRoutes = [alert, customerAlert] as const;
