import type { Bind } from '#schemas/kpi/bindings.ts';

/** Flows that a reader sees: of customers, of some only at sites. */
export interface FlowScope {
  readonly customers: readonly number[];
  /** The sites that are read, of customers of which these are not all. */
  readonly sites: ReadonlyMap<number, readonly number[]>;
}

/** How a flow that several exporters report counts (docs/40-flow-sources.md). */
export type Counted = 'customer' | 'site';

/**
 * The same rule as for the values of dashboards: a flow counts once in its customer, and once in each of its sites where the sites are
 * apart, or where there is only one.
 */
export const countedBy = (bySite: boolean, sites: readonly number[] | undefined): Counted =>
  bySite || sites?.length === 1 ? 'site' : 'customer';

const onceSql: Readonly<Record<Counted, string>> = { customer: 'duplicate = 0', site: 'duplicate < 2' };

/** SQL of the flows of a scope, each counted once. */
export function scopeSql({ customers, sites }: FlowScope, counted: Counted, bind: Bind): string {
  const limited = customers.filter((customer) => sites.has(customer));
  const unrestricted = customers.filter((customer) => !sites.has(customer));
  const all = `customer IN ${bind('customers', 'Array(UInt32)', customers)}`;
  if (limited.length === 0) return `${all} AND ${onceSql[counted]}`;
  const seen = limited.flatMap((customer) => sites.get(customer) ?? []);
  const atSites = `site IN ${bind('sites', 'Array(UInt32)', seen)}`;
  if (unrestricted.length === 0) return `${all} AND ${atSites} AND ${onceSql[counted]}`;
  const others = `customer IN ${bind('full', 'Array(UInt32)', unrestricted)}`;
  return `${all} AND (${others} OR ${atSites}) AND ${onceSql[counted]}`;
}
