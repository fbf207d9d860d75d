import { createHash } from 'node:crypto';
import type { AlarmEdge, Evidence } from '#schemas/alerting/alert.ts';
import type { Acknowledged } from '#schemas/alerting/mark.ts';
import type { AlarmEvent } from './alarm-event.ts';
import type { AlarmInstances } from './alarm-instances.ts';

const ID_BYTES = 16;

/** The same command has the same events, however often it is read. */
function eventId(parts: readonly (number | string)[]): Uint8Array {
  const hash = createHash('sha256').update(parts.map(String).join(':'));
  return new Uint8Array(hash.digest().subarray(0, ID_BYTES));
}

interface Place {
  readonly instances: AlarmInstances;
  readonly slot: number;
}

export interface AcknowledgementFact {
  readonly edge: Extract<AlarmEdge, 'acknowledge' | 'unacknowledge'>;
  readonly cause: 'user' | 'worse' | 'expired';
  /** Sequence of the command in the stream. */
  readonly seq: number;
  /** Start of the window behind which it takes its place, seconds, and the length of one. */
  readonly at: number;
  readonly length: number;
  /** When it happened, milliseconds. */
  readonly happened: number;
  readonly acknowledged: Acknowledged;
  readonly endedBy?: string;
  /** The value that it was acknowledged with, or that ended it. */
  readonly value: number | null;
}

/** The row of an acknowledgement, or of its end. */
export function acknowledgementEvent({ instances, slot }: Place, fact: AcknowledgementFact): AlarmEvent {
  const { alarm, elements } = instances;
  const { edge, cause, seq, at, length, happened, acknowledged, endedBy, value } = fact;
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
    acknowledged,
    ...(endedBy === undefined ? {} : { endedBy }),
  };
  return {
    customer: elements.customers[slot] ?? 0,
    site: elements.sites[slot] ?? 0,
    element,
    alarm: alarm.id,
    kpi: instances.kpi,
    event: eventId([alarm.id, element, 'command', seq, edge, cause]),
    edge,
    severity: alarm.severity,
    cause,
    at,
    length,
    ingested: happened,
    value: value ?? 0,
    threshold: threshold.value,
    outliers: alarm.outliers,
    measures: alarm.measures,
    evidence: JSON.stringify(evidence),
  };
}
