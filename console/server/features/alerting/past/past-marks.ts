import { Evidence } from '#schemas/alerting/alert.ts';
import type { ParentAlarm } from '#schemas/alerting/dependency.ts';
import type { Acknowledged, Assigned, Silenced } from '#schemas/alerting/mark.ts';
import { deviceOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { silencedAt } from '#schemas/silence/rules.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { AcknowledgementRow } from '../history-queries.ts';
import type { PastRunningAlarm } from './past-running-alarm.ts';

/** The acknowledgement, assignment and silence of a running alarm at a past time, and what explained it. */
export interface PastMarks {
  readonly acknowledged?: Acknowledged;
  readonly silenced?: Silenced;
  readonly assigned?: Assigned;
  readonly parent?: ParentAlarm;
}

interface PastFacts {
  readonly customer: number;
  /** Seconds since 1970. */
  readonly at: number;
  readonly inventory: Inventory;
  readonly silences: readonly Silence[];
  /** The last acknowledgement and the last assignment of each alarm. */
  readonly acknowledgements: readonly AcknowledgementRow[];
}

const instanceKey = ({ alarm, element }: { readonly alarm: number; readonly element: number }): string =>
  `${String(alarm)}:${String(element)}`;

/** An acknowledgement ends with its alarm, so one from before the raise does not count. */
function acknowledgedAt(
  row: AcknowledgementRow | undefined,
  { raise }: PastRunningAlarm,
  atMs: number,
): Acknowledged | undefined {
  if (row?.edge !== 'acknowledge' || row.at < raise.at) return undefined;
  const { acknowledged } = Evidence.parse(JSON.parse(row.evidence));
  const until = acknowledged?.until ?? null;
  return until === null || until > atMs ? acknowledged : undefined;
}

/** An assignment ends with its alarm too. */
function assignedAt(row: AcknowledgementRow | undefined, { raise }: PastRunningAlarm): Assigned | undefined {
  if (row?.edge !== 'assign' || row.at < raise.at) return undefined;
  return Evidence.parse(JSON.parse(row.evidence)).assigned;
}

const isAssignment = ({ edge }: AcknowledgementRow): boolean => edge === 'assign' || edge === 'unassign';

/** Returns the acknowledgement, the assignment and the silence of a running alarm at a past time. */
export function pastMarks({ customer, at, inventory, silences, acknowledgements }: PastFacts) {
  const newest = (rows: readonly AcknowledgementRow[]) => new Map(rows.map((row) => [instanceKey(row), row]));
  const [assignments, others] = [
    acknowledgements.filter(isAssignment),
    acknowledgements.filter((row) => !isAssignment(row)),
  ];
  const byAlarm = newest(others);
  const assignmentByAlarm = newest(assignments);
  const atMs = at * 1_000;
  return (running: PastRunningAlarm): PastMarks => {
    const { alarm, element, site } = running.raise;
    const acknowledged = acknowledgedAt(byAlarm.get(instanceKey(running.raise)), running, atMs);
    const target = { customer, alarm, element, site, severity: running.severity };
    const found = silencedAt(silences, { ...target, device: deviceOf(inventory, element) }, atMs);
    const assigned = assignedAt(assignmentByAlarm.get(instanceKey(running.raise)), running);
    const handled = {
      ...(acknowledged === undefined ? {} : { acknowledged }),
      ...(assigned === undefined ? {} : { assigned }),
    };
    if (found === undefined) return handled;
    const { id, author: by, reason } = found.silence;
    const until = found.until === Infinity ? null : found.until;
    return { ...handled, silenced: { silence: id, by, reason, until } };
  };
}
