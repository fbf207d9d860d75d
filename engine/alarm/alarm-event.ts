import type { ParentAlarm } from '#schemas/alerting/dependency.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import type { Transition } from './alarm-instances.ts';
import { eventRow, type AlarmEvent } from './event-row.ts';
import { recentWindows } from './recent-windows.ts';

export interface DecisionFacts {
  /** The previous severity if the severity changed. */
  readonly cause: 'rule' | 'deleted' | 'disabled' | 'moved' | Severity;
  /** Start of the window that the event belongs to, seconds since 1970. */
  readonly at: number;
  /** Length of a window in seconds. */
  readonly length: number;
  /** Number (start / length) of the last window in the evidence. */
  readonly newest: number;
  /** Time of the newest sample of the element, milliseconds. */
  readonly ingested: number;
  /** The alarm that explains it. */
  readonly parent?: ParentAlarm | undefined;
}

/** The event row of a raise, clear or change, with its evidence. */
export function alarmEvent(found: Transition, { newest, parent, ...deciding }: DecisionFacts): AlarmEvent {
  const { instances, slot, edge, value, numerator, denominator } = found;
  const windows = recentWindows(instances, slot, { number: newest, length: deciding.length });
  const last = windows.at(-1);
  if (last !== undefined && Number.isFinite(value)) Object.assign(last, { value, numerator, denominator });
  return eventRow(found, {
    ...deciding,
    edge,
    // A changed definition may change the severity in the same window.
    identity: [deciding.at, edge, ...(found.before === undefined ? [] : [found.before])],
    // If the deciding window has no value, the newest one; 0 if no window has any. The evidence shows which.
    value: windows.findLast((window) => window.value !== null)?.value ?? 0,
    evidence: { since: found.since, windows, ...(parent === undefined ? {} : { parent }) },
  });
}
