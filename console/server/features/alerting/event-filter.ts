import type { AlarmTransition } from '#schemas/alerting/alert.ts';
import type { Severity } from '#schemas/alerting/severity.ts';

/** Selects events of one customer. An event must match every list that is set. */
export interface EventFilter {
  readonly customer: number;
  readonly severity?: readonly Severity[] | undefined;
  readonly site?: readonly number[] | undefined;
  readonly alarm?: readonly number[] | undefined;
  /** Alarms that the caller may see. Undefined: all. */
  readonly visible?: readonly number[] | undefined;
}

/** The list is part of the text, since parameters travel in the URL, which may be too short. The ids are our own numbers. */
export const isOneOfSql = (column: 'customer' | 'alarm' | 'element', ids: readonly number[]): string =>
  ids.length === 0 ? 'false' : `${column} IN (${ids.map((id) => String(Math.trunc(id))).join(', ')})`;

/**
 * Conditions and parameters that select transitions. A severity change matches by its old severity, stored as the cause, and by its
 * new one.
 */
export function eventConditions(
  { customer, severity, site, alarm, visible }: EventFilter,
  edges: readonly AlarmTransition[] = ['raise', 'clear', 'change'],
) {
  return {
    sql: [
      'customer = {customer:UInt32}',
      // Acknowledgements are events too, and do not change whether an alarm runs.
      `edge IN (${edges.map((edge) => `'${edge}'`).join(', ')})`,
      ...(severity === undefined
        ? []
        : [
            "(severity IN {severity:Array(String)} OR edge = 'change' AND cause IN {severity:Array(String)})",
          ]),
      ...(site === undefined ? [] : ['site IN {site:Array(UInt32)}']),
      ...(alarm === undefined ? [] : ['alarm IN {alarm:Array(UInt32)}']),
      ...(visible === undefined ? [] : [isOneOfSql('alarm', visible)]),
    ].join(' AND '),
    params: {
      customer,
      ...(severity === undefined ? {} : { severity }),
      ...(site === undefined ? {} : { site }),
      ...(alarm === undefined ? {} : { alarm }),
    },
  };
}
