import type { ProblemCode } from '../problem/catalogue.ts';
import { isShared } from './access.ts';
import type { Share } from './resource.ts';

/** Whom somebody may share with, and take a share from. */
export interface ShareReach {
  /** He sees every customer, those to come included. */
  readonly everyone: boolean;
  /** Profiles whose customers are all his. */
  readonly profiles: ReadonlySet<number>;
  readonly clients: ReadonlySet<number>;
}

export type ShareChange =
  | { readonly ok: true; readonly share: Share }
  | { readonly ok: false; readonly code: ProblemCode };

const sorted = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** What is out of reach stays as it was, what is in reach becomes as it is wanted. */
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

/** Shares with these in place of those before. */
export function shareChange(before: Share, wanted: Share, reach: ShareReach): ShareChange {
  if (!isShared(wanted)) return { ok: false, code: 'SHARE_PROFILES_REQUIRED' };
  const unknown =
    isUnknown(before.profiles, wanted.profiles, reach.profiles) ||
    isUnknown(before.clients, wanted.clients, reach.clients);
  return unknown ? { ok: false, code: 'SHARE_TARGET_UNKNOWN' } : changed(before, wanted, reach);
}

/** Shares with nobody in reach. */
export const unshareChange = (before: Share, reach: ShareReach): ShareChange =>
  changed(before, { everyone: false, profiles: [], clients: [] }, reach);
