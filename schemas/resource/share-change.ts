import type { ProblemCode } from '../problem/catalogue.ts';
import { isShared } from './access.ts';
import type { Share } from './resource.ts';

/** Recipients that the caller can add to and remove from a share. */
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

const sorted = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Keeps recipients out of reach and replaces those in reach. */
const merged = (before: readonly number[], wanted: readonly number[], reach: ReadonlySet<number>): number[] =>
  sorted([...before.filter((id) => !reach.has(id)), ...wanted.filter((id) => reach.has(id))]);

const isUnknown = (
  before: readonly number[],
  wanted: readonly number[],
  reach: ReadonlySet<number>,
): boolean => wanted.some((id) => !reach.has(id) && !before.includes(id));

function changed(before: Share, wanted: Share, reach: ShareReach): ShareChange {
  if (wanted.everyone !== before.everyone && !reach.everyone)
    return { ok: false, code: 'SHARE_EVERYONE_REFUSED' };
  const share = {
    everyone: wanted.everyone,
    profiles: merged(before.profiles, wanted.profiles, reach.profiles),
    clients: merged(before.clients, wanted.clients, reach.clients),
  };
  return { ok: true, share };
}

/** Returns the share with the wanted recipients in reach, or the fault. */
export function shareChange(before: Share, wanted: Share, reach: ShareReach): ShareChange {
  if (!isShared(wanted)) return { ok: false, code: 'SHARE_PROFILES_REQUIRED' };
  const unknown =
    isUnknown(before.profiles, wanted.profiles, reach.profiles) ||
    isUnknown(before.clients, wanted.clients, reach.clients);
  return unknown ? { ok: false, code: 'SHARE_TARGET_UNKNOWN' } : changed(before, wanted, reach);
}

/** Returns the share without any recipient in reach. */
export const unshareChange = (before: Share, reach: ShareReach): ShareChange =>
  changed(before, { everyone: false, profiles: [], clients: [] }, reach);
