import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { readSession, signOut, type Session } from '#schemas/account/routes.ts';
import { ApiProblem } from '../api/api-problem.ts';
import { call } from '../api/call.ts';
import { dropReplies } from '../api/reply-cache.ts';
import { applyPreferences } from '../preferences/preferences.ts';
import { announceSession } from './session-news.ts';
import { forgetSignedIn, rememberSignedIn, takeEarlySession } from './early-session.ts';

/** The signed-in user. Read once, and again when the server reports changed permissions. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await (takeEarlySession() ?? call(readSession, { signal }));
    rememberSignedIn();
    applyPreferences(session.user);
    return session;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** For pages behind sign-in: the router has loaded it. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** The parts of a session that decide what the user sees; without its expiry, which moves with every request. */
export function rightsIn(session: Session | undefined): string {
  const { idleUntil: _idle, endsAt: _end, ...rights } = session ?? {};
  return JSON.stringify(rights);
}

/** Outcome of signing out. */
export interface SessionEnd {
  /** Whether the server ended the session. */
  readonly reachedServer: boolean;
  /** Where to continue the sign-out at the identity provider, if anywhere. */
  readonly next: string | undefined;
}

/** Ends the session and drops all cached data. */
export async function endSession(queries: QueryClient): Promise<SessionEnd> {
  try {
    const { next } = await call(signOut, { bypassLogout: true });
    return { reachedServer: true, next };
  } catch (error) {
    // 401: the session has already ended.
    return { reachedServer: error instanceof ApiProblem && error.status === 401, next: undefined };
  } finally {
    forgetSignedIn();
    queries.clear();
    dropReplies();
    announceSession('signed out');
  }
}
