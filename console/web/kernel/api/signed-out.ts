import { automaticLogoutExemptions } from '#schemas/limit/account.ts';
import { API, type Route } from '#schemas/route.ts';

/** A 401 of these tells about the try, not about the session. */
const exempt: readonly string[] = automaticLogoutExemptions.map((path) => `${API}${path}`);

let onSignedOut: () => void = () => undefined;

/** What to do when the server says that nobody is signed in. Set once, at start. */
export function whenSignedOut(run: () => void): void {
  onSignedOut = run;
}

export const endsSession = (route: Pick<Route, 'path'>): boolean =>
  !exempt.some((path) => route.path.startsWith(path));

export function reportSignedOut(route: Pick<Route, 'path'>): void {
  if (endsSession(route)) onSignedOut();
}

/** The session is over, as the live connection told. */
export function reportEnded(): void {
  onSignedOut();
}
