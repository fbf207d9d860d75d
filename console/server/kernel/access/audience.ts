import { sitesSeenBy } from './caller.ts';
import type { Caller } from './caller.ts';

/**
 * Who sees what of a customer's live data. `privileged` users see every alarm of restricted visibility as well, members of
 * groups those restricted to one of them. A delta goes out in one form for each audience that somebody listens in.
 */
export type Audience = 'everybody' | 'privileged' | `groups=${string}`;

const PREFIX = 'groups=';

export function audienceOf({ permissions, groups }: Pick<Caller, 'permissions' | 'groups'>): Audience {
  if (permissions.has('EXTRA.RESTRICTED.read')) return 'privileged';
  return groups.size === 0 ? 'everybody' : `${PREFIX}${[...groups].sort((a, b) => a - b).join(',')}`;
}

/** Ids of the groups whose alarms an audience sees besides those that everybody sees. */
export const groupsOf = (audience: Audience): readonly number[] =>
  audience.startsWith(PREFIX) ? audience.slice(PREFIX.length).split(',').map(Number) : [];

/**
 * Who sees some sites of a customer only gets no deltas of it, which tell of all: he is told that something changed, and reads a
 * snapshot of his sites.
 */
export type RoomForm = Audience | 'restricted';

export const formOf = (
  caller: Pick<Caller, 'permissions' | 'groups' | 'sites'>,
  customer: number,
): RoomForm => (sitesSeenBy(caller, customer) === undefined ? audienceOf(caller) : 'restricted');
