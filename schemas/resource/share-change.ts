import type { ProblemCode } from '../problem/catalogue.ts';
import { isShared } from './access.ts';
import type { Share } from './resource.ts';

/** Recipients that the caller can share with. */
export interface ShareReach {
  /** The caller sees every customer, including future ones. */
  readonly everyone: boolean;
  /** Profiles whose customers are all visible to the caller. */
  readonly profiles: ReadonlySet<number>;
  readonly clients: ReadonlySet<number>;
}

export type ShareChange =
  | { readonly ok: true; readonly share: Share }
  | { readonly ok: false; readonly code: ProblemCode };

export const unshared: Share = { everyone: false, profiles: [], clients: [] };

const sorted = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/**
 * Returns the requested share, or the fault. The current share is within reach: a resource shared outside it does not change
 * (`reachesOthers`).
 */
export function shareChange({ everyone, profiles, clients }: Share, reach: ShareReach): ShareChange {
  const desired = { everyone, profiles: sorted(profiles), clients: sorted(clients) };
  if (!isShared(desired)) return { ok: false, code: 'SHARE_PROFILES_REQUIRED' };
  if (everyone && !reach.everyone) return { ok: false, code: 'SHARE_EVERYONE_REFUSED' };
  const isWithin =
    profiles.every((profile) => reach.profiles.has(profile)) &&
    clients.every((client) => reach.clients.has(client));
  return isWithin ? { ok: true, share: desired } : { ok: false, code: 'SHARE_TARGET_UNKNOWN' };
}
