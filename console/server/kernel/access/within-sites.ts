import { sitesSeenBy, type Caller } from './caller.ts';

/** The requested sites that the caller may see. Undefined stands for all sites, an empty list for none. */
export function withinSites(
  caller: Pick<Caller, 'sites'>,
  customer: number,
  requested: readonly number[] | undefined,
): readonly number[] | undefined {
  const seen = sitesSeenBy(caller, customer);
  if (seen === undefined) return requested;
  return requested === undefined ? [...seen] : requested.filter((site) => seen.has(site));
}
