import { createRoute, stripSearchParams } from '@tanstack/react-router';
import {
  customerAlertDefaults,
  customerAlertSearch,
} from '#web/features/alerting/customers/customer-alert-search.ts';
import { customerSearch } from '#web/features/customer/customer-search.ts';
import { inventoryAcrossSearch, inventoryDefaults } from '#web/features/inventory/inventory-search.ts';
import { lazyPage } from './lazy-page.ts';
import { menuPath } from './menu-path.ts';
import { shell } from './shell.ts';

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

const customer = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cc/customer'),
  validateSearch: customerSearch,
  component: lazyPage(() => import('#web/features/customer/CustomerPage.tsx'), 'CustomerPage'),
});

const inventory = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cc/inventory'),
  validateSearch: inventoryAcrossSearch,
  search: { middlewares: [stripSearchParams(inventoryDefaults)] },
  component: lazyPage(() => import('#web/features/inventory/InventoryPage.tsx'), 'InventoryAcrossPage'),
});

/** Pages across all customers of the user. */
export const crossRoutes = [customerAlert, inventory, customer] as const;
