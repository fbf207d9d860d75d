import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { readSession, signOut, type Session } from '#schemas/account/routes.ts';
import { ApiProblem } from '../api/api-problem.ts';
import { call } from '../api/call.ts';
import { showAsChosen } from '../preferences/preferences.ts';

/** The signed-in user. Read once; read again when the server says that rights changed. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await call(readSession, { signal });
    showAsChosen(session.user);
    return session;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** For pages behind sign-in, where the router has loaded it already. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** How a session ended: whether the server was told, and where else the user has to be signed out. */
export interface SessionEnd {
  readonly told: boolean;
  /** Address of the identity provider; undefined: nowhere. */
  readonly next: string | undefined;
}

/** Ends the session. What this page knows is forgotten in any case. */
export async function endSession(queries: QueryClient): Promise<SessionEnd> {
  try {
    const { next } = await call(signOut, { bypassLogout: true });
    return { told: true, next };
  } catch (error) {
    // A session that is over already needs no end.
    return { told: error instanceof ApiProblem && error.status === 401, next: undefined };
  } finally {
    queries.clear();
  }
}
