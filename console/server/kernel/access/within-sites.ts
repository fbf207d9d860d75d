import { sitesSeenBy } from './caller.ts';
import type { Caller } from './caller.ts';

/**
 * The sites that a query may look at: those asked for of those that the caller sees of the customer. Undefined: all of them; an
 * empty list: none.
 */
export function withinSites(
  caller: Pick<Caller, 'sites'>,
  customer: number,
  asked: readonly number[] | undefined,
): readonly number[] | undefined {
  const seen = sitesSeenBy(caller, customer);
  if (seen === undefined) return asked;
  return asked === undefined ? [...seen] : asked.filter((site) => seen.has(site));
}
