import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { readSession, signOut, type Session } from '#schemas/account/routes.ts';
import { call } from '../api/call.ts';
import { languageOf } from '../text/language.ts';

/** The signed-in user. Read once; read again when the server says that rights changed. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await call(readSession, { signal });
    languageOf(session.user);
    return session;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** For pages behind sign-in, where the router has loaded it already. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** Ends the session. What this page knows is forgotten in any case; answers whether the server was told. */
export async function endSession(queries: QueryClient): Promise<boolean> {
  try {
    await call(signOut, {});
    return true;
  } catch {
    return false;
  } finally {
    queries.clear();
  }
}
