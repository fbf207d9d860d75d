import type { QueryClient } from '@tanstack/react-query';
import { readSession, type Session } from '#schemas/account/routes.ts';
import { createStore } from '#web/lib/store.ts';
import { ApiProblem } from '../api/api-problem.ts';
import { call } from '../api/call.ts';
import { dropReplies } from '../api/reply-cache.ts';
import { whenSignedOut } from '../api/signed-out.ts';
import { reconnect } from '../socket/connection.ts';
import { onSessionNews } from './session-news.ts';
import { rightsIn, sessionQuery } from './session.ts';

/**
 * Session of the page. `ended`: the user has to sign in again before anything continues; `renewing`: the user does so before the end.
 * What was typed stays in both.
 */
export const sessionState = createStore<'running' | 'renewing' | 'ended'>('running');

/** What only the document can do. */
interface PageEffects {
  /** Leaves for the sign-in page; what was typed is lost. */
  readonly leave: () => void;
  /** Loads the page again: another user is signed in. */
  readonly reload: () => void;
}

interface Watched extends PageEffects {
  readonly queries: QueryClient;
}

let watched: Watched | undefined;
/** Calls that wait for the user to sign in again. */
let waiting: PromiseWithResolvers<boolean> | undefined;

const shownSession = (): Session | undefined => watched?.queries.getQueryData(sessionQuery.queryKey);

function settle(again: boolean): void {
  waiting?.resolve(again);
  waiting = undefined;
}

/** Continues with a session: waiting calls are repeated. A session of another user loads the page again. */
export function resumeWith(session: Session): void {
  const before = shownSession();
  if (watched === undefined || before === undefined) return;
  if (before.user.id !== session.user.id) {
    watched.reload();
    return;
  }
  const { queries } = watched;
  queries.setQueryData(sessionQuery.queryKey, session);
  dropReplies();
  sessionState.set('running');
  settle(true);
  reconnect();
  const [kind] = sessionQuery.queryKey;
  if (rightsIn(before) !== rightsIn(session))
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== kind });
}

/** Reads who is signed in: another tab may have signed in or out. */
async function review(): Promise<void> {
  try {
    resumeWith(await call(readSession, { bypassLogout: true }));
  } catch (problem) {
    // Unreachable: only a call that waits proves that the session has ended.
    if (waiting !== undefined || (problem instanceof ApiProblem && problem.status === 401))
      sessionState.set('ended');
  }
}

function reviewShown(): void {
  if (shownSession() !== undefined) void review();
}

/** Without a session on the page the router redirects to the sign-in page. */
function waitForSignIn(): Promise<boolean> {
  if (shownSession() === undefined) return Promise.resolve(false);
  if (waiting === undefined) {
    waiting = Promise.withResolvers();
    void review();
  }
  return waiting.promise;
}

/** Gives up the session of the page and what was typed. */
export function leavePage(): void {
  if (shownSession() !== undefined) watched?.leave();
  settle(false);
  sessionState.set('running');
}

/** Prompts the user to sign in again before the session ends. */
export const renewSession = (): void => sessionState.set('renewing');

export const dismissRenewal = (): void => {
  if (sessionState.get() === 'renewing') sessionState.set('running');
};

/** Loads the page again when it reads the session of another user: what it shows belongs to the first one. */
function watchUser({ queries, reload }: Watched): void {
  let shown: number | undefined;
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0]) return;
    const user = type === 'removed' ? undefined : shownSession()?.user.id;
    if (shown !== undefined && user !== undefined && user !== shown) reload();
    shown = user;
  });
}

/** Escape belongs to the sign-in: dialogs under it keep what was typed. */
function holdEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || sessionState.get() === 'running') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  dismissRenewal();
}

/**
 * Watches the session of the page. When it ends, the page stays and the user signs in again in a dialog over it. Called before anything
 * is rendered: the listener of Escape has to be the first one.
 */
export function watchSession(queries: QueryClient, effects: PageEffects): void {
  watched = { queries, ...effects };
  waiting = undefined;
  sessionState.set('running');
  watchUser(watched);
  whenSignedOut(waitForSignIn);
  window.addEventListener('keydown', holdEscape, { capture: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && sessionState.get() === 'ended') reviewShown();
  });
}

/** Follows sign-ins and sign-outs in other tabs, which share the session. */
export function followOtherTabs(): void {
  onSessionNews((news) => (news === 'signed in' ? reviewShown() : leavePage()));
}
