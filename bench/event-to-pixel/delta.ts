import { systemClock } from '#platform/clock/system-clock.ts';
import { noAlerts } from '#schemas/alerting/counts.ts';
import type { AlertState } from '#schemas/alerting/alert.ts';
import type { AlertDelta } from '#schemas/socket/live.ts';

const ROWS = 20;

/** Name of the first row of delta `seq`, by which the browser finds it on screen. */
export const firstRowName = (seq: number): string => `Line saturated #${String(seq)}`;

/** State of a customer without alarms, as an engine returns it. */
export const stateWithoutAlarms = (customer: number): AlertState => ({
  customer,
  epoch: 'bench',
  seq: { alert: 0, count: 0 },
  at: 0,
  counts: noAlerts,
  byAlarm: [],
  sites: [],
  alarms: [],
});

/** A delta after a window in which twenty alarms run. The name of the first one contains `seq`. */
export const deltaOf = (customer: number, seq: number): AlertDelta => ({
  epoch: 'bench',
  seq,
  at: systemClock.now().getTime(),
  customer,
  counts: { ...noAlerts, critical: ROWS },
  set: Array.from({ length: ROWS }, (_, row) => ({
    id: `1:${String(row)}`,
    alarm: 1,
    name: row === 0 ? firstRowName(seq) : 'Line saturated',
    kpi: 'utilisation-in',
    severity: 'critical',
    site: 1,
    siteName: 'Here',
    element: row,
    elementName: `Gi0/${String(row)}`,
    elementKind: 'interface',
    operator: '>',
    threshold: 80,
    thresholdFrom: 'alarm',
    outliers: 2,
    measures: 3,
    recent: [79, 91.5, 93.25],
    window: seq * 10,
    length: 10,
    since: 0,
  })),
});
