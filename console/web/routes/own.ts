import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from './shell.ts';

const ownAccount = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('#web/features/account/OwnAccountPage.tsx'), 'OwnAccountPage'),
});

const reference = createRoute({
  getParentRoute: () => shell,
  path: '/reference',
  component: lazyRouteComponent(() => import('#web/features/reference/ReferencePage.tsx'), 'ReferencePage'),
});

/** Pages that everybody has who is signed in. */
export const ownRoutes = [ownAccount, reference] as const;
