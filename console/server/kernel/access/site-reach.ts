import type { Caller } from './caller.ts';

/** Customers whose rows a query may read, some of them restricted to sites. */
export interface SiteReach {
  readonly customers: readonly number[];
  /** Customers of which only `sites` are visible. */
  readonly restricted: readonly number[];
  readonly sites: readonly number[];
}

/** The part of these customers that the caller sees. */
export function siteReachOf({ sites }: Pick<Caller, 'sites'>, customers: Iterable<number>): SiteReach {
  const all = [...customers];
  const restricted = all.filter((customer) => sites.has(customer));
  return {
    customers: all,
    restricted,
    sites: restricted.flatMap((customer) => [...(sites.get(customer) ?? [])]),
  };
}

/** Whether the caller sees a site of a customer. */
export const seesSite = (
  { sites }: Pick<Caller, 'sites'>,
  { customer, site }: { readonly customer: number; readonly site: number },
): boolean => sites.get(customer)?.has(site) !== false;
