import { ProblemError } from '../problem/problem-error.ts';
import type { Caller } from './caller.ts';

/** Throws for who does not see every customer: what he is about to change holds for all of them. */
export function refuseParts({ allCustomers }: Pick<Caller, 'allCustomers'>): void {
  if (!allCustomers) throw new ProblemError('EVERY_CLIENT_NEEDED');
}
