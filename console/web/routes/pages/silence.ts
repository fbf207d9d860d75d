import { createRoute } from '@tanstack/react-router';
import { silenceSearch } from '#web/features/silence/silence-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { needsCustomer } from '../needs-customer.ts';
import { shell } from '../shell.ts';

const silence = createRoute({
  getParentRoute: () => shell,
  path: '/alert/silence',
  validateSearch: silenceSearch,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/silence/SilencePage.tsx'), 'SilencePage'),
});

export const silenceRoutes = [silence] as const;
