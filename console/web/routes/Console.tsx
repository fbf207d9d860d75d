import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { FreshQueries } from '#web/kernel/api/fresh-queries.ts';
import { followOtherTabs } from '#web/kernel/session/session-watch.ts';
import { MantineTheme } from '#web/ui/layout/MantineTheme.tsx';
import { makeRouter } from './router.ts';
import { watchPageSession } from './watch-page-session.ts';

const MAX_RETRIES = 2;
const AWAY_MS = 10_000;

/** Whether a store or the server does not respond, which passes. */
const isAway = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 503 || error.code === 'NETWORK_UNREACHABLE');

const makeQueries = (): FreshQueries =>
  new FreshQueries({
    defaultOptions: {
      // Requests show whether the server is reachable: a browser in an isolated network reports itself offline.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        // Only requests that found no server are repeated at once: one that timed out has taken its time already.
        retry: (failures, error) =>
          failures < MAX_RETRIES && error instanceof ApiProblem && error.code === 'NETWORK_UNREACHABLE',
        // What waits for a store or the server continues by itself.
        refetchInterval: ({ state: { error } }) => (isAway(error) ? AWAY_MS : false),
      },
    },
  });

/** The console behind sign-in, at the address of the browser. Made once. */
export function makeConsole() {
  const queries = makeQueries();
  const router = makeRouter(queries);
  watchPageSession(queries, router, () => location.reload());
  followOtherTabs();
  return (
    <QueryClientProvider client={queries}>
      <MantineTheme>
        <RouterProvider router={router} />
      </MantineTheme>
    </QueryClientProvider>
  );
}
