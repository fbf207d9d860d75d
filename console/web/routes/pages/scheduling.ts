import { createRoute } from '@tanstack/react-router';
import { schedulingSearch } from '#web/features/scheduling/scheduling-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { needsCustomer } from '../needs-customer.ts';
import { shell } from '../shell.ts';

const scheduling = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/scheduling'),
  validateSearch: schedulingSearch,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/scheduling/SchedulingPage.tsx'), 'SchedulingPage'),
});

export const schedulingRoutes = [scheduling] as const;
