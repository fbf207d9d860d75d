import { DAY_MS } from '../time/duration.ts';
import type { SdwanCredentials, SignInMethod } from './server.ts';

/** What expires is warned about this long before. */
export const EXPIRY_WARNING_MS = 30 * DAY_MS;

interface Known {
  readonly signsInWith: SignInMethod;
  /** Day, `YYYY-MM-DD`. */
  readonly secretExpiresOn: string | null;
  readonly certificateExpiresMs: number | undefined;
}

/** What of a manager's credentials has expired or does so within 30 days, the first to expire first. */
export function expiringCredentials(
  { signsInWith, secretExpiresOn, certificateExpiresMs }: Known,
  nowMs: number,
): SdwanCredentials['expiring'] {
  const all = [
    { what: signsInWith, atMs: secretExpiresOn === null ? undefined : Date.parse(secretExpiresOn) },
    { what: 'certificate' as const, atMs: certificateExpiresMs },
  ];
  return all
    .flatMap(({ what, atMs }) => (atMs === undefined ? [] : [{ what, atMs }]))
    .filter(({ atMs }) => atMs - nowMs < EXPIRY_WARNING_MS)
    .toSorted((one, other) => one.atMs - other.atMs)
    .map(({ what, atMs }) => ({ what, at: new Date(atMs).toISOString(), isOver: atMs <= nowMs }));
}
