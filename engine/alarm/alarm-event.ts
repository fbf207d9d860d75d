import type { Severity } from '#schemas/alerting/severity.ts';
import type { Edge } from './alarm-instances.ts';
import { eventRow } from './event-row.ts';
import type { AlarmEvent } from './event-row.ts';
import { recentWindows } from './recent-windows.ts';

export interface Deciding {
  /** Of a change, the severity before. */
  readonly cause: 'rule' | 'deleted' | 'disabled' | Severity;
  /** Start of the window from which the event holds, seconds since 1970. */
  readonly at: number;
  /** Length of a window in seconds. */
  readonly length: number;
  /** Number (start / length) of the last window that the evidence shows. */
  readonly newest: number;
  /** Time of the newest sample of the element, milliseconds. */
  readonly ingested: number;
}

/** The row of a raise, a clear or a change with its evidence. */
export function alarmEvent(found: Edge, { newest, ...deciding }: Deciding): AlarmEvent {
  const { instances, slot, edge, value, numerator, denominator } = found;
  const windows = recentWindows(instances, slot, { number: newest, length: deciding.length });
  const last = windows.at(-1);
  if (last !== undefined && Number.isFinite(value)) Object.assign(last, { value, numerator, denominator });
  return eventRow(found, {
    ...deciding,
    edge,
    identity: [deciding.at, edge],
    // Without a value in the deciding window: the newest there is, 0 when no window had any; the evidence tells them apart.
    value: windows.findLast((window) => window.value !== null)?.value ?? 0,
    evidence: { windows },
  });
}
