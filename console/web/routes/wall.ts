import { createRoute } from '@tanstack/react-router';
import { wallSearch } from '#web/features/alerting/wall/wall-search.ts';
import { documentWallSearch } from '#web/features/dashboard/wall/wall-search.ts';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { FailedDocument } from '#web/kernel/shell/FailedPage.tsx';
import { WaitingDocument } from '#web/kernel/shell/WaitingPage.tsx';
import { lazyPage } from './lazy-page.ts';
import { root } from './root.ts';
import { sessionOrSignIn } from './shell.ts';

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

/** Dashboards on a wall, of a session or a display token. */
export const documentWallRoute = createRoute({
  getParentRoute: () => root,
  path: '/wall/dashboard',
  validateSearch: documentWallSearch,
  beforeLoad: async ({ context, location }) => {
    if (displayToken() === undefined) await sessionOrSignIn(context, location);
  },
  pendingComponent: WaitingDocument,
  errorComponent: FailedDocument,
  component: lazyPage(() => import('#web/features/dashboard/wall/DocumentWallPage.tsx'), 'DocumentWallPage'),
});
