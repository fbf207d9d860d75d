import type { AlarmTransition } from '#schemas/alerting/alert.ts';
import type { Severity } from '#schemas/alerting/severity.ts';

/** Which events count: those of one customer of which every given list holds the value. */
export interface EventFilter {
  readonly customer: number;
  readonly severity?: readonly Severity[] | undefined;
  readonly site?: readonly number[] | undefined;
  readonly alarm?: readonly number[] | undefined;
  /** Alarms that the caller may see; undefined: all. */
  readonly visible?: readonly number[] | undefined;
}

/** One of a list that can be longer than a URL, in which parameters travel; it is numbers of ours. */
export const oneOf = (column: 'alarm' | 'element', ids: readonly number[]): string =>
  ids.length === 0 ? 'false' : `${column} IN (${ids.map((id) => String(Math.trunc(id))).join(', ')})`;

/**
 * The raises, clears and changes of the filter as conditions, all of which must hold, and their parameters. A change is of the
 * severity before, its cause, and of the one behind.
 */
export function conditionsOf(
  { customer, severity, site, alarm, visible }: EventFilter,
  edges: readonly AlarmTransition[] = ['raise', 'clear', 'change'],
) {
  return {
    sql: [
      'customer = {customer:UInt32}',
      // Acknowledgements stand among the events as well, and change nothing of whether an alarm runs.
      `edge IN (${edges.map((edge) => `'${edge}'`).join(', ')})`,
      ...(severity === undefined
        ? []
        : [
            "(severity IN {severity:Array(String)} OR edge = 'change' AND cause IN {severity:Array(String)})",
          ]),
      ...(site === undefined ? [] : ['site IN {site:Array(UInt32)}']),
      ...(alarm === undefined ? [] : ['alarm IN {alarm:Array(UInt32)}']),
      ...(visible === undefined ? [] : [oneOf('alarm', visible)]),
    ].join(' AND '),
    params: {
      customer,
      ...(severity === undefined ? {} : { severity }),
      ...(site === undefined ? {} : { site }),
      ...(alarm === undefined ? {} : { alarm }),
    },
  };
}
