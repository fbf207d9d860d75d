import type { Caller } from './caller.ts';

/**
 * Who sees what of a customer's live data: `privileged` users see alarms of restricted visibility as well. A delta goes out
 * in two forms, one for each.
 */
export type Audience = 'everybody' | 'privileged';

export const audienceOf = ({ permissions }: Pick<Caller, 'permissions'>): Audience =>
  permissions.has('EXTRA.RESTRICTED.read') ? 'privileged' : 'everybody';
