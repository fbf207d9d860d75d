import { automaticLogoutExemptions } from '#schemas/limit/account.ts';
import { API, type Route } from '#schemas/route.ts';

/** A 401 of these calls is about the credentials, not the session. */
const exempt: readonly string[] = automaticLogoutExemptions.map((path) => `${API}${path}`);

let onSignedOut: () => void = () => undefined;

/** Handler for an ended session. Set once at start. */
export function whenSignedOut(run: () => void): void {
  onSignedOut = run;
}

export const endsSession = (route: Pick<Route, 'path'>): boolean =>
  !exempt.some((path) => route.path.startsWith(path));

export function reportSignedOut(route: Pick<Route, 'path'>): void {
  if (endsSession(route)) onSignedOut();
}

/** Reports an ended session, from the live connection. */
export function reportEnded(): void {
  onSignedOut();
}
