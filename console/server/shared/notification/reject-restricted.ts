import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/**
 * Throws RESTRICTED_NOT_OWN for a target that includes restricted alarms when the caller may not read these: with another address it
 * would send them to the caller. Disabling restricted alarms or deleting the target is allowed.
 */
export function rejectRestricted(
  { includeRestricted }: { readonly includeRestricted: boolean },
  { permissions }: Pick<Caller, 'permissions'>,
): void {
  if (includeRestricted && !permissions.has('EXTRA.RESTRICTED.read'))
    throw new ProblemError('RESTRICTED_NOT_OWN');
}
