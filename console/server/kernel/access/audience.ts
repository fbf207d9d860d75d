import { sitesSeenBy } from './caller.ts';
import type { Caller } from './caller.ts';

/**
 * Who sees what of a customer's live data: `privileged` users see alarms of restricted visibility as well. A delta goes out
 * in two forms, one for each.
 */
export type Audience = 'everybody' | 'privileged';

/**
 * Who sees some sites of a customer only gets no deltas of it, which tell of all: he is told that something changed, and reads a
 * snapshot of his sites.
 */
export type RoomForm = Audience | 'restricted';

export const formOf = (caller: Pick<Caller, 'permissions' | 'sites'>, customer: number): RoomForm =>
  sitesSeenBy(caller, customer) === undefined ? audienceOf(caller) : 'restricted';

export const audienceOf = ({ permissions }: Pick<Caller, 'permissions'>): Audience =>
  permissions.has('EXTRA.RESTRICTED.read') ? 'privileged' : 'everybody';
