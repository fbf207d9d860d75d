import { Evidence } from '#schemas/alerting/alert.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import type { RunningRow } from './history-queries.ts';

/** An alarm that ran at a time. */
export interface RunningAlarm {
  readonly raise: RunningRow;
  /** What raised it. */
  readonly raised: Evidence;
  /** What held at the time: of the raise, or of the last change since. */
  readonly severity: Severity;
  readonly rule: Evidence;
}

const evidenceOf = ({ evidence }: RunningRow): Evidence => Evidence.parse(JSON.parse(evidence));

/** The alarms of the rows, which are a raise each and perhaps the last change of it, in this order. */
export function runningAlarms(rows: readonly RunningRow[]): readonly RunningAlarm[] {
  const alarms: RunningAlarm[] = [];
  for (const row of rows) {
    const before = alarms.at(-1);
    const evidence = evidenceOf(row);
    const now = { severity: Severity.parse(row.severity), rule: evidence };
    if (row.edge === 'raise') alarms.push({ raise: row, raised: evidence, ...now });
    else if (before?.raise.alarm === row.alarm && before.raise.element === row.element)
      alarms[alarms.length - 1] = { ...before, ...now };
  }
  return alarms;
}
