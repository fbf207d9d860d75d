import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { isUnhandled } from '#schemas/alerting/counts.ts';
import type { CustomerAlerts } from '#schemas/alerting/routes.ts';

/** Numbers of unhandled critical alarms: one per alarm of a customer, or per customer and definition across customers. */
export type Criticals = ReadonlyMap<string, number>;

export const criticalsOfRows = (rows: readonly AlarmRow[]): Criticals =>
  new Map(rows.filter((row) => row.severity === 'critical' && isUnhandled(row)).map(({ id }) => [id, 1]));

export const criticalsOfCustomers = (customers: readonly CustomerAlerts[]): Criticals =>
  new Map(
    customers.flatMap(({ customer, byAlarm }) =>
      byAlarm
        .filter(({ severity, unhandled }) => severity === 'critical' && unhandled > 0)
        .map(({ alarm, unhandled }): [string, number] => [`${String(customer)}:${String(alarm)}`, unhandled]),
    ),
  );

export function countOfCriticals(criticals: Criticals): number {
  let count = 0;
  for (const each of criticals.values()) count += each;
  return count;
}

/** Number of criticals that are new. What was acknowledged, silenced or cleared counts as nothing. */
export function newCriticals(before: Criticals, now: Criticals): number {
  let count = 0;
  for (const [key, each] of now) count += Math.max(0, each - (before.get(key) ?? 0));
  return count;
}

/** Criticals with less time than this between them are one burst. */
const BURST_MS = 10_000;

/** Whether a new critical starts a burst, and is signalled. */
export const startsBurst = (lastMs: number | undefined, nowMs: number): boolean =>
  lastMs === undefined || nowMs - lastMs >= BURST_MS;
