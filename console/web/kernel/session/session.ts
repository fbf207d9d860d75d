import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { readSession, signOut, type Session } from '#schemas/account/routes.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { ApiProblem } from '../api/api-problem.ts';
import { call } from '../api/call.ts';
import { dropReplies } from '../api/reply-cache.ts';
import { routeQuery } from '../query/route-query.ts';
import { whenSignedOut } from '../api/signed-out.ts';
import { applyPreferences } from '../preferences/preferences.ts';
import { announceSession } from './session-news.ts';
import { takeEarlySession } from './early-session.ts';
import { forgetChoices } from '#web/lib/stored.ts';
import { forgetSignedIn, rememberSignedIn } from './signed-in-mark.ts';

/** The parts of a session that decide what the user sees; without its expiry, which moves with every request. */
export function rightsIn(session: Session | undefined): string {
  const { idleUntil: _idle, endsAt: _end, ...rights } = session ?? {};
  return JSON.stringify(rights);
}

/** A session that only ends a little later than the last one: no page is drawn again for it. */
function isAsGood(last: Session, next: Session): boolean {
  const later = Math.abs(next.idleUntil - last.idleUntil);
  return later < MINUTE_MS && last.endsAt === next.endsAt && rightsIn(last) === rightsIn(next);
}

/** The signed-in user. Read once, and again when the server reports changed permissions. */
export const sessionQuery = queryOptions({
  queryKey: routeQuery(readSession).queryKey,
  queryFn: async ({ signal }) => {
    const session = await (takeEarlySession() ?? call(readSession, { signal }));
    rememberSignedIn();
    applyPreferences(session.user);
    return session;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: (last, next) =>
    last !== undefined && isAsGood(last as Session, next as Session) ? last : next,
  retry: false,
});

/** For pages behind sign-in: the router has loaded it. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** Outcome of signing out. */
export interface SessionEnd {
  /** Whether the server ended the session. */
  readonly reachedServer: boolean;
  /** Where to continue the sign-out at the identity provider, if anywhere. */
  readonly next: string | undefined;
}

async function signOutOfServer(): Promise<SessionEnd> {
  try {
    const { next } = await call(signOut, { bypassLogout: true });
    return { reachedServer: true, next };
  } catch (error) {
    // 401: the session has already ended.
    return { reachedServer: error instanceof ApiProblem && error.status === 401, next: undefined };
  }
}

const never = new Promise<never>(() => undefined);

/** Ends the session and drops all cached data: with the document, which the caller leaves, or at once when there is none to load. */
export async function endSession(queries: QueryClient): Promise<SessionEnd> {
  const end = await signOutOfServer();
  forgetSignedIn();
  forgetChoices();
  // What is still shown would request its data again, and fail before the document is deleted.
  if (end.reachedServer) whenSignedOut(() => never);
  else queries.clear();
  dropReplies();
  announceSession('signed out');
  return end;
}
