import { sitesSeenBy, type Caller } from './caller.ts';

/**
 * Users that see the same live data of a customer. `standard` users see alarms without restriction, members of groups also the
 * alarms restricted to one of their groups, `privileged` users every alarm. A delta is built once per audience with listeners.
 */
export type Audience = 'standard' | 'privileged' | `groups=${string}`;

const PREFIX = 'groups=';

export function audienceOf({ permissions, groups }: Pick<Caller, 'permissions' | 'groups'>): Audience {
  if (permissions.has('EXTRA.RESTRICTED.read')) return 'privileged';
  return groups.size === 0 ? 'standard' : `${PREFIX}${[...groups].sort((a, b) => a - b).join(',')}`;
}

/** Ids of the groups whose restricted alarms an audience sees. */
export const groupsInAudience = (audience: Audience): readonly number[] =>
  audience.startsWith(PREFIX) ? audience.slice(PREFIX.length).split(',').map(Number) : [];

/**
 * A user restricted to some sites of a customer receives no deltas of it, because they cover all sites. The gateway requests a
 * resync instead, and the screen reads a snapshot of the user's sites.
 */
export type RoomAudience = Audience | 'restricted';

export const roomAudienceOf = (
  caller: Pick<Caller, 'permissions' | 'groups' | 'sites'>,
  customer: number,
): RoomAudience => (sitesSeenBy(caller, customer) === undefined ? audienceOf(caller) : 'restricted');
