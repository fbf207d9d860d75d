import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter } from '@tanstack/react-router';
import { FailedPage, NotFoundPage } from '#web/kernel/shell/MessagePage.tsx';
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts';
import { administrationRoutes } from './administration.ts';
import { crossRoutes } from './cross.ts';
import { customerRoutes } from './customer.ts';
import { galleryRoutes } from './gallery.ts';
import { ownRoutes } from './own.ts';
import { root } from './root.ts';
import { shell } from './shell.ts';
import { signInRoutes } from './sign-in.ts';
import { start } from './start.ts';

/** An address of no page, for somebody who is signed in: said inside the shell. */
const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage });

/**
 * What shows the console's own pieces is for whoever works on them, and for tests: the console that is shipped has it not. Typed as if
 * it were always there: an address that is not says so.
 */
const ofPieces = (import.meta.env.MODE === 'production' ? [] : galleryRoutes) as typeof galleryRoutes;

const tree = root.addChildren([
  ...signInRoutes,
  shell.addChildren([
    start,
    ...customerRoutes,
    ...crossRoutes,
    ...administrationRoutes,
    ...ownRoutes,
    ...ofPieces,
    unknown,
  ]),
]);

export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    parseSearch: (search) => parseSearch(search),
    stringifySearch: (search) => stringifySearch(search),
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    scrollRestoration: false,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
