import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ApiProblem } from './kernel/api/api-problem.ts';
import { FreshQueries } from './kernel/api/fresh-queries.ts';
import { dropReplies } from './kernel/api/reply-cache.ts';
import { whenSignedOut } from './kernel/api/signed-out.ts';
import { sessionQuery } from './kernel/session/session.ts';
import { closeConnection } from './kernel/socket/connection.ts';
import { startLanguage } from './kernel/preferences/preferences.ts';
import { makeRouter } from './routes/router.ts';
import { UiProvider } from './ui/layout/UiProvider.tsx';
import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/mantine.css';
import './styles/base.css';

const MAX_RETRIES = 2;

const queries = new FreshQueries({
  defaultOptions: {
    // Requests show whether the server is reachable: a browser in an isolated network reports itself offline.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnWindowFocus: false,
      // Only requests that got no response are retried.
      retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiProblem && error.status === 0,
    },
  },
});
const router = makeRouter(queries);

whenSignedOut(() => {
  // No user was signed in on this page: the router redirects to the sign-in page.
  if (queries.getQueryData(sessionQuery.queryKey) === undefined) return;
  closeConnection();
  dropReplies();
  const next = router.state.location.href;
  void router.navigate({ to: '/sign-in', search: { reason: 'expired', next } }).then(() => queries.clear());
});

const root = document.getElementById('root');
if (root === null) throw new Error('element #root is missing');
startLanguage();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>
  </StrictMode>,
);
