import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.ts';
import { customerOfAddress, needsCustomer } from '../needs-customer.ts';
import { shell } from '../shell.ts';

const ownAccount = createRoute({
  getParentRoute: () => shell,
  validateSearch: customerOfAddress,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  path: '/account',
  component: lazyPage(() => import('#web/features/account/own/OwnAccountPage.tsx'), 'OwnAccountPage'),
});

export const accountRoutes = [ownAccount] as const;
