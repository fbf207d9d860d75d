import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { isSignInAddress } from '#web/features/account/sign-in/sign-in-address.ts';
import { FailedPage } from '#web/kernel/shell/FailedPage.tsx';
import { NotFoundPage } from '#web/kernel/shell/MessagePage.tsx';
import { QUIET_WAIT_MS, WaitingPage } from '#web/kernel/shell/WaitingPage.tsx';
import { basePath } from '#web/lib/base-path.ts';
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts';
import { administrationRoutes } from './administration.ts';
import { crossRoutes } from './cross.ts';
import { customerRoutes } from './customer.ts';
import { galleryRoutes } from './gallery.ts';
import { linkRoute } from './link.ts';
import { ownRoutes } from './own.ts';
import { root } from './root.ts';
import { shell } from './shell.ts';
import { signedOutRoutes } from './sign-in.tsx';
import { startRoute } from './start.ts';
import { documentWallRoute, wallRoute } from './wall.ts';

/** Unknown addresses of signed-in users: reported inside the shell. Who looks for the sign-in is signed in already. */
const unknown = createRoute({
  getParentRoute: () => shell,
  path: '$',
  beforeLoad({ params: { _splat: path = '' } }) {
    if (isSignInAddress(`/${path}`)) throw redirect({ to: '/', replace: true });
  },
  component: NotFoundPage,
});

const tree = root.addChildren([
  signedOutRoutes,
  wallRoute,
  documentWallRoute,
  shell.addChildren([
    startRoute,
    linkRoute,
    ...customerRoutes,
    ...crossRoutes,
    ...administrationRoutes,
    ...ownRoutes,
    ...galleryRoutes,
    unknown,
  ]),
]);

export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    basepath: basePath() === '' ? '/' : basePath(),
    context: { queries },
    parseSearch: (search) => parseSearch(search),
    stringifySearch: (search) => stringifySearch(search),
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: 'intent',
    defaultPendingComponent: WaitingPage,
    defaultPendingMs: QUIET_WAIT_MS,
    scrollRestoration: false,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
