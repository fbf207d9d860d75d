import { f64, fixed, millis, seconds, string, u16, u32, u8, word } from '../column.ts';
import { table } from '../table.ts';

/** Transitions of alarm instances, with the evidence. The event id is a hash: a replay writes nothing new. */
export const alarmEvents = table({
  name: 'alarm_events',
  columns: {
    customer: u32,
    site: u32,
    element: u32,
    alarm: u32,
    kpi: u16,
    /** Hash of (alarm, element, window or command, edge): 16 bytes. */
    event: fixed(16),
    /** `AlarmTransition`: `raise`, `clear`, `change`, `acknowledge`, `unacknowledge`, `assign`, `unassign`, `silence`, `unsilence`, `explain` or `unexplain`. */
    edge: word,
    severity: word,
    /**
     * Cause: `rule`, `disabled`, `deleted`; of acknowledgements `user`, `worse`, `expired`; of silences `silence`; of a change,
     * the previous severity; of explanations the relation, `device` or `site`.
     */
    cause: word,
    /** Start of the deciding window, UTC-aligned; of a user action, the window that it follows. */
    at: seconds,
    length: u32,
    /** Ingest time of the newest sample of the decision. */
    ingested: millis,
    value: f64,
    threshold: f64,
    outliers: u8,
    measures: u8,
    /** JSON of `Evidence` (`schemas/alerting/alert.ts`). */
    evidence: string,
  },
  engine: 'ReplacingMergeTree',
  partitionBy: 'toYYYYMM(at)',
  orderBy: ['customer', 'at', 'alarm', 'element', 'event'],
  keep: { column: 'at', days: 1096, as: 'alarms' },
});
