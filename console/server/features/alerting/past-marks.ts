import { Evidence } from '#schemas/alerting/alert.ts';
import type { Acknowledged, Silenced } from '#schemas/alerting/mark.ts';
import { deviceOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { silencedAt } from '#schemas/silence/rules.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { AcknowledgementRow } from './history-queries.ts';
import type { RunningAlarm } from './running-alarm.ts';

/** What people had done about a running alarm. */
export interface PastMarks {
  readonly acknowledged?: Acknowledged;
  readonly silenced?: Silenced;
}

interface Known {
  readonly customer: number;
  /** Seconds since 1970. */
  readonly at: number;
  readonly inventory: Inventory;
  readonly silences: readonly Silence[];
  /** The last one of each alarm. */
  readonly acknowledgements: readonly AcknowledgementRow[];
}

const keyOf = ({ alarm, element }: { readonly alarm: number; readonly element: number }): string =>
  `${String(alarm)}:${String(element)}`;

/** One of a run before does not count: it ended with it. */
function acknowledgedAt(
  row: AcknowledgementRow | undefined,
  { raise }: RunningAlarm,
  atMs: number,
): Acknowledged | undefined {
  if (row?.edge !== 'acknowledge' || row.at < raise.at) return undefined;
  const { acknowledged } = Evidence.parse(JSON.parse(row.evidence));
  const until = acknowledged?.until ?? null;
  return until === null || until > atMs ? acknowledged : undefined;
}

/** Tells of running alarms who took care of them at a time, and which silence held. */
export function marksThen({ customer, at, inventory, silences, acknowledgements }: Known) {
  const byAlarm = new Map(acknowledgements.map((row) => [keyOf(row), row]));
  const atMs = at * 1_000;
  return (running: RunningAlarm): PastMarks => {
    const { alarm, element, site } = running.raise;
    const acknowledged = acknowledgedAt(byAlarm.get(keyOf(running.raise)), running, atMs);
    const target = { customer, alarm, element, site, severity: running.severity };
    const found = silencedAt(silences, { ...target, device: deviceOf(inventory, element) }, atMs);
    if (found === undefined) return acknowledged === undefined ? {} : { acknowledged };
    const { id, author: by, reason } = found.silence;
    const until = found.until === Infinity ? null : found.until;
    return {
      ...(acknowledged === undefined ? {} : { acknowledged }),
      silenced: { silence: id, by, reason, until },
    };
  };
}
