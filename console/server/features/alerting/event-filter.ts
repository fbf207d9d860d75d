import type { AlarmTransition } from '#schemas/alerting/alert.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import type { VisibleSites } from '../../kernel/access/caller.ts';

/** Selects events of one customer or of several. An event must match every list that is set. */
export interface EventFilter {
  readonly customer: number | readonly number[];
  /** Of several customers: those of which the caller sees only some sites, with these. */
  readonly sites?: VisibleSites | undefined;
  readonly severity?: readonly Severity[] | undefined;
  readonly site?: readonly number[] | undefined;
  readonly alarm?: readonly number[] | undefined;
  readonly element?: readonly number[] | undefined;
  /** Alarms that the caller may see. Undefined: all. */
  readonly visible?: readonly number[] | undefined;
}

/** The list is part of the text, since parameters travel in the URL, which may be too short. The ids are our own numbers. */
export const isOneOfSql = (
  column: 'customer' | 'owner' | 'alarm' | 'element',
  ids: readonly number[],
): string =>
  ids.length === 0 ? 'false' : `${column} IN (${ids.map((id) => String(Math.trunc(id))).join(', ')})`;

/** No condition without a list. */
const listedSql = (column: 'alarm' | 'element', ids: readonly number[] | undefined): readonly string[] =>
  ids === undefined ? [] : [isOneOfSql(column, ids)];

export const ofCustomerSql = ({ customer }: Pick<EventFilter, 'customer'>): string =>
  typeof customer === 'number' ? 'customer = {customer:UInt32}' : isOneOfSql('customer', customer);

export const customerParams = ({ customer }: Pick<EventFilter, 'customer'>): { readonly customer?: number } =>
  typeof customer === 'number' ? { customer } : {};

/** Of the customers of which the caller sees only some sites, events of these. */
export function inSitesSql(
  sites: VisibleSites | undefined,
  column: 'customer' | 'owner' = 'customer',
): string {
  if (sites === undefined || sites.size === 0) return 'true';
  const pairs = [...sites].flatMap(([customer, own]) =>
    [...own].map((site) => `(${String(customer)}, ${String(site)})`),
  );
  const limited = `NOT (${isOneOfSql(column, [...sites.keys()])})`;
  return pairs.length === 0 ? limited : `(${limited} OR (${column}, site) IN (${pairs.join(', ')}))`;
}

/**
 * Conditions and parameters that select transitions. A severity change matches by its old severity, stored as the cause, and by its
 * new one.
 */
export function eventConditions(
  { customer, sites, severity, site, alarm, element, visible }: EventFilter,
  edges: readonly AlarmTransition[] = ['raise', 'clear', 'change'],
) {
  return {
    sql: [
      ofCustomerSql({ customer }),
      // Acknowledgements are events too, and do not change whether an alarm runs.
      `edge IN (${edges.map((edge) => `'${edge}'`).join(', ')})`,
      ...(severity === undefined
        ? []
        : [
            "(severity IN {severity:Array(String)} OR edge = 'change' AND cause IN {severity:Array(String)})",
          ]),
      ...(site === undefined ? [] : ['site IN {site:Array(UInt32)}']),
      ...(sites === undefined ? [] : [inSitesSql(sites)]),
      ...(alarm === undefined ? [] : ['alarm IN {alarm:Array(UInt32)}']),
      ...listedSql('element', element),
      ...listedSql('alarm', visible),
    ].join(' AND '),
    params: {
      ...customerParams({ customer }),
      ...(severity === undefined ? {} : { severity }),
      ...(site === undefined ? {} : { site }),
      ...(alarm === undefined ? {} : { alarm }),
    },
  };
}
