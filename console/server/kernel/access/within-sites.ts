import { sitesSeenBy, type Caller } from './caller.ts';

/** The requested sites that the caller may see. Undefined stands for all sites, an empty list for none. */
export function withinSites(
  caller: Pick<Caller, 'sites'>,
  customer: number,
  asked: readonly number[] | undefined,
): readonly number[] | undefined {
  const seen = sitesSeenBy(caller, customer);
  if (seen === undefined) return asked;
  return asked === undefined ? [...seen] : asked.filter((site) => seen.has(site));
}
