import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/**
 * Refuses a target that is told of restricted alarms to a caller who may not read them, whoever set it up: with another address it
 * would tell him. Switching that off, or removing the target, takes nothing from anybody.
 */
export function refuseRestricted(
  { includeRestricted }: { readonly includeRestricted: boolean },
  { permissions }: Pick<Caller, 'permissions'>,
): void {
  if (includeRestricted && !permissions.has('EXTRA.RESTRICTED.read')) throw new ProblemError('RESTRICTED_NOT_OWN');
}
