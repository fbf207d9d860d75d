import type { Bus } from '#platform/bus/bus.ts';
import { AccessChange } from '#schemas/account/access-change.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { AccessStore } from './access-store.ts';

/**
 * Announces a change of permissions or sessions to every server, so that open screens follow at once. Call it after the commit of
 * every change to accounts, roles, their customers or sessions.
 */
export function publishAccessChange(bus: Pick<Bus, 'publish'>, change: AccessChange = {}): void {
  bus.publish(subjects.config('access'), JSON.stringify(change));
}

/** Announces a change of permissions. */
export type AnnounceAccess = (change?: AccessChange) => void;

/** Applies the change in this process at once, so that the caller's next request sees it, and announces it to the other servers. */
export const accessAnnouncer =
  (access: Pick<AccessStore, 'forget'>, bus: Pick<Bus, 'publish'>): AnnounceAccess =>
  (change = {}) => {
    access.forget(change.account);
    publishAccessChange(bus, change);
  };

const changeOfAll: AccessChange = {};

/** An unreadable notice counts as a change of every account: one review too many costs little. */
export function readAccessChange(data: Uint8Array): AccessChange {
  try {
    return AccessChange.parse(JSON.parse(new TextDecoder().decode(data)));
  } catch {
    return changeOfAll;
  }
}
