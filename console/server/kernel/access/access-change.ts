import type { Bus } from '#platform/bus/bus.ts';
import { AccessChange } from '#schemas/account/access-change.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { AccessStore } from './access-store.ts';

/**
 * Tells every server that rights or sessions changed; call it after the change is in the tables. Whoever changes accounts,
 * roles, their customers or sessions calls this, and open screens follow at once.
 */
export function publishAccessChange(bus: Pick<Bus, 'publish'>, change: AccessChange = {}): void {
  bus.publish(subjects.config('access'), JSON.stringify(change));
}

/** Says that rights changed. */
export type AnnounceAccess = (change?: AccessChange) => void;

/** Here at once, so that the next request of who made the change sees it; the other servers are told. */
export const accessAnnouncer =
  (access: Pick<AccessStore, 'forget'>, bus: Pick<Bus, 'publish'>): AnnounceAccess =>
  (change = {}) => {
    access.forget(change.account);
    publishAccessChange(bus, change);
  };

const everybody: AccessChange = {};

/** A notice that cannot be read concerns everybody: looking once too often costs little. */
export function readAccessChange(data: Uint8Array): AccessChange {
  try {
    return AccessChange.parse(JSON.parse(new TextDecoder().decode(data)));
  } catch {
    return everybody;
  }
}
