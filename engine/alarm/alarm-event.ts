import { hash } from 'node:crypto';
import type { Evidence } from '#schemas/alerting/alert.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import type { alarmEvents } from '#schemas/table/alarm-events.ts';
import type { RowOf } from '#schemas/table/table.ts';
import type { Edge } from './alarm-instances.ts';
import { recentWindows } from './recent-windows.ts';

export type AlarmEvent = RowOf<typeof alarmEvents.columns>;

const ID_BYTES = 16;

/** The same decision has the same id, whenever and wherever it is computed: a replay changes nothing. */
function eventId(alarm: number, element: number, decided: { at: number; edge: string }): Uint8Array {
  const text = `${String(alarm)}:${String(element)}:${String(decided.at)}:${decided.edge}`;
  return new Uint8Array(hash('sha256', text, 'buffer').subarray(0, ID_BYTES));
}

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
export function alarmEvent(found: Edge, deciding: Deciding): AlarmEvent {
  const { instances, slot, edge } = found;
  const { alarm, elements } = instances;
  const element = elements.ids[slot] ?? 0;
  const threshold = instances.threshold(slot);
  const windows = recentWindows(instances, slot, { number: deciding.newest, length: deciding.length });
  const last = windows.at(-1);
  if (last !== undefined && Number.isFinite(found.value)) {
    last.value = found.value;
    last.numerator = found.numerator;
    last.denominator = found.denominator;
  }
  const evidence: Evidence = {
    operator: alarm.operator,
    threshold: threshold.value,
    thresholdFrom: threshold.from,
    outliers: alarm.outliers,
    measures: alarm.measures,
    length: deciding.length,
    windows,
  };
  return {
    customer: elements.customers[slot] ?? 0,
    site: elements.sites[slot] ?? 0,
    element,
    alarm: alarm.id,
    kpi: instances.kpi,
    event: eventId(alarm.id, element, { at: deciding.at, edge }),
    edge,
    severity: alarm.severity,
    cause: deciding.cause,
    at: deciding.at,
    length: deciding.length,
    ingested: deciding.ingested,
    // Without a value in the deciding window: the newest there is, 0 when no window had any; the evidence tells them apart.
    value: windows.findLast(({ value }) => value !== null)?.value ?? 0,
    threshold: threshold.value,
    outliers: alarm.outliers,
    measures: alarm.measures,
    evidence: JSON.stringify(evidence),
  };
}
