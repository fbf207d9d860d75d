import type { BlockList } from 'node:net';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import { systemResolve } from '#platform/outbound/find-address.ts';
import { openSdwan } from '#platform/sdwan/open-sdwan.ts';
import {
  CLOSE_TIMEOUT_MS,
  type ManagerAccess,
  type ManagerClient,
  type ManagerCredentials,
} from '#platform/sdwan/sdwan-client.ts';
import { attemptUntil, type Attempt } from '#platform/sdwan/attempt.ts';

export interface ManagerReachNeeds {
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Networks of this machine and link in which managers may be. */
  readonly allowed: BlockList;
}

/** A client of a manager. */
export const reachManager = (
  { clock, ids, allowed }: ManagerReachNeeds,
  access: ManagerAccess,
): ManagerClient =>
  openSdwan({ clock, allowed, resolve: systemResolve, random: () => (ids.bytes(1)[0] ?? 0) / 256 }, access);

/** How a check went, and what it learned. */
export interface ManagerCheck {
  readonly attempt: Attempt;
  readonly credentials: ManagerCredentials;
}

/** Signs in, sends a light request and signs out. */
export async function checkManager(needs: ManagerReachNeeds, access: ManagerAccess): Promise<ManagerCheck> {
  const client = reachManager(needs, access);
  let credentials = client.credentials();
  try {
    const attempt = await attemptUntil({ clock: needs.clock, client }, async (signal) => {
      try {
        await client.check(signal);
      } finally {
        // A certificate is shown by a manager that rejects the password, too.
        credentials = client.credentials();
      }
    });
    return { attempt, credentials };
  } finally {
    // Also after the deadline of the check.
    await client.close(AbortSignal.timeout(CLOSE_TIMEOUT_MS));
  }
}
