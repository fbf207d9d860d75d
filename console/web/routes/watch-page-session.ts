import type { QueryClient } from '@tanstack/react-query';
import { dropReplies } from '#web/kernel/api/reply-cache.ts';
import { forgetSignedIn } from '#web/kernel/session/signed-in-mark.ts';
import { watchSession } from '#web/kernel/session/session-watch.ts';
import { closeConnection } from '#web/kernel/socket/connection.ts';
import type { makeRouter } from './router.ts';

/** Watches the session of the page. `reload` loads the document again. */
export function watchPageSession(
  queries: QueryClient,
  router: ReturnType<typeof makeRouter>,
  reload: () => void,
): void {
  watchSession(queries, {
    leave() {
      forgetSignedIn();
      closeConnection();
      dropReplies();
      const next = router.state.location.href;
      void router
        .navigate({ to: '/sign-in', search: { reason: 'expired', next } })
        .then(() => queries.clear());
    },
    reload,
  });
}
