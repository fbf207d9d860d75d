import { createRoute } from '@tanstack/react-router';
import { customerSearch } from '#web/features/customer/customer-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const customer = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/cc/customer'),
  validateSearch: customerSearch,
  component: lazyPage(() => import('#web/features/customer/CustomerPage.tsx'), 'CustomerPage'),
});

export const customerRoutes = [customer] as const;
