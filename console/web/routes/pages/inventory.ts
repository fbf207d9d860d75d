import { createRoute, stripSearchParams } from '@tanstack/react-router';
import {
  inventoryAcrossSearch,
  inventoryDefaults,
  inventoryElementSearch,
  inventorySearch,
} from '#web/features/inventory/inventory-search.ts';
import { loadElementPage } from '#web/features/inventory/element/load-element-page.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { needsCustomer } from '../needs-customer.ts';
import { shell } from '../shell.ts';

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
  component: lazyPage(loadElementPage, 'ElementPage'),
});

const inventoryAcross = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cc/inventory'),
  validateSearch: inventoryAcrossSearch,
  search: { middlewares: [stripSearchParams(inventoryDefaults)] },
  component: lazyPage(() => import('#web/features/inventory/InventoryPage.tsx'), 'InventoryAcrossPage'),
});

export const inventoryRoutes = [inventory, inventoryElement, inventoryAcross] as const;
