import { hash } from 'node:crypto';
import type { Evidence } from '#schemas/alerting/alert.ts';
import type { Silenced } from '#schemas/alerting/mark.ts';
import type { AlarmEvent } from './alarm-event.ts';
import type { AlarmInstances } from './alarm-instances.ts';

const ID_BYTES = 16;

/** A silence begins to hold for a running alarm, or ends. */
export interface SilenceFact {
  readonly edge: 'silence' | 'unsilence';
  readonly silenced: Silenced;
  /** Milliseconds since 1970. */
  readonly happened: number;
}

interface Window {
  /** Start of the window that it lies in, seconds since 1970, and its length. */
  readonly start: number;
  readonly length: number;
}

/** The row of a silence that begins or ends to hold for a running alarm: another one for each time, and the same in a replay. */
export function silenceEvent(
  { instances, slot }: { readonly instances: AlarmInstances; readonly slot: number },
  { edge, silenced, happened }: SilenceFact,
  { start, length }: Window,
): AlarmEvent {
  const { alarm, elements } = instances;
  const element = elements.ids[slot] ?? 0;
  const threshold = instances.threshold(slot);
  const evidence: Evidence = {
    operator: alarm.operator,
    threshold: threshold.value,
    thresholdFrom: threshold.from,
    outliers: alarm.outliers,
    measures: alarm.measures,
    length,
    windows: [],
    silenced,
  };
  const id = [alarm.id, element, 'silence', silenced.silence, start, happened, edge].map(String).join(':');
  return {
    customer: elements.customers[slot] ?? 0,
    site: elements.sites[slot] ?? 0,
    element,
    alarm: alarm.id,
    kpi: instances.kpi,
    event: new Uint8Array(hash('sha256', id, 'buffer').subarray(0, ID_BYTES)),
    edge,
    severity: alarm.severity,
    cause: 'silence',
    at: start,
    length,
    ingested: happened,
    value: 0,
    threshold: threshold.value,
    outliers: alarm.outliers,
    measures: alarm.measures,
    evidence: JSON.stringify(evidence),
  };
}
