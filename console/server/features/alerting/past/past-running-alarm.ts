import { Evidence } from '#schemas/alerting/alert.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import type { RunningRow } from '../history-queries.ts';

/** An alarm that was running at a past time. */
export interface PastRunningAlarm {
  readonly raise: RunningRow;
  /** The evidence of the raise. */
  readonly raised: Evidence;
  /** Severity and rule at the time: of the raise, or of the last change since. */
  readonly severity: Severity;
  readonly rule: Evidence;
}

const evidenceOf = ({ evidence }: RunningRow): Evidence => Evidence.parse(JSON.parse(evidence));

/** The alarms of rows: each raise may be followed by its last change. */
export function pastRunningAlarms(rows: readonly RunningRow[]): readonly PastRunningAlarm[] {
  const alarms: PastRunningAlarm[] = [];
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
