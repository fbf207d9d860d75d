import type { QueryClient } from '@tanstack/react-query';
import { FailedPage } from '#web/kernel/shell/FailedPage.tsx';
import { NotFoundPage } from '#web/kernel/shell/MessagePage.tsx';
import { QUIET_WAIT_MS, WaitingPage } from '#web/kernel/shell/WaitingPage.tsx';
import { basePath } from '#web/lib/base-path.ts';
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts';

/** How the router treats addresses and pages, whatever its routes. */
export const routerOptions = (queries: QueryClient) => ({
  basepath: basePath() === '' ? '/' : basePath(),
  context: { queries },
  parseSearch: (search: string) => parseSearch(search),
  stringifySearch: (search: Record<string, unknown>) => stringifySearch(search),
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent' as const,
  // Of code that is there already, nothing is loaded: a pointer that passes costs nothing.
  defaultPreloadDelay: 0,
  defaultPendingComponent: WaitingPage,
  defaultPendingMs: QUIET_WAIT_MS,
  scrollRestoration: false,
});
