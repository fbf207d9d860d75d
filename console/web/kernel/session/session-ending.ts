import type { SessionTimes } from '#schemas/socket/live.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

/** Time to type a password before the longest a session lasts, and to move a hand before it is idle. */
const WARN_MS = { absolute: 10 * MINUTE_MS, idle: 5 * MINUTE_MS } as const;

/** `absolute`: only a new sign-in continues; `idle`: any request does. */
interface SessionEnding {
  readonly is: 'absolute' | 'idle';
  /** When the session ends, milliseconds since 1970. */
  readonly at: number;
}

/** The end of a session that is near enough to warn of. Pure. */
export function sessionEnding({ idleUntil, endsAt }: SessionTimes, now: number): SessionEnding | undefined {
  if (endsAt - now <= WARN_MS.absolute) return { is: 'absolute', at: endsAt };
  return idleUntil - now <= WARN_MS.idle ? { is: 'idle', at: idleUntil } : undefined;
}
