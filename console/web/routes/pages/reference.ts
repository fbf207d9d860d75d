import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.ts';
import { customerOfAddress, needsCustomer } from '../needs-customer.ts';
import { shell } from '../shell.ts';

const reference = createRoute({
  getParentRoute: () => shell,
  validateSearch: customerOfAddress,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  path: '/reference',
  component: lazyPage(() => import('#web/features/reference/ReferencePage.tsx'), 'ReferencePage'),
});

export const referenceRoutes = [reference] as const;
