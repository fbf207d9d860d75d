import { automaticLogoutExemptions } from '#schemas/limit/account.ts';
import { API, type Route } from '#schemas/route.ts';
import { displayToken } from './display-token.ts';

/** A 401 of these calls is about the credentials, not the session. */
const exempt: readonly string[] = automaticLogoutExemptions.map((path) => `${API}${path}`);

let onSignedOut: () => Promise<boolean> = () => Promise.resolve(false);

/** Handler for an ended session, set once at start. Returns whether the same user is signed in again. */
export function whenSignedOut(run: () => Promise<boolean>): void {
  onSignedOut = run;
}

export const endsSession = (route: Pick<Route, 'path'>): boolean =>
  !exempt.some((path) => route.path.startsWith(path));

/**
 * Waits after a 401 until the same user is signed in again. False if that does not happen, or the 401 is not about a session: a wall
 * with a display token has none.
 */
export const signedInAgain = async (route: Pick<Route, 'path'>): Promise<boolean> =>
  displayToken() === undefined && endsSession(route) && (await onSignedOut());

/** Reports an ended session, from the live connection. */
export function reportEnded(): void {
  void onSignedOut();
}
