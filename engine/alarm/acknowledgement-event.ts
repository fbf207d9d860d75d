import type { AlarmTransition } from '#schemas/alerting/alert.ts';
import type { Acknowledged } from '#schemas/alerting/mark.ts';
import { eventRow, type AlarmEvent } from './event-row.ts';
import type { InstanceRef } from './alarm-instances.ts';

export interface AcknowledgementFact {
  readonly edge: Extract<AlarmTransition, 'acknowledge' | 'unacknowledge'>;
  /** `kept`: the alarm was raised again in time. */
  readonly cause: 'user' | 'kept' | 'worse' | 'expired';
  /** Sequence of the command in the stream. */
  readonly seq: number;
  /** Start of the window after which it applies, and the window length, in seconds. */
  readonly at: number;
  readonly length: number;
  /** When it happened, milliseconds since 1970. */
  readonly happened: number;
  readonly acknowledged: Acknowledged;
  readonly endedBy?: string;
  /** The value at the acknowledgement, or the value that ended it. */
  readonly value: number | null;
}

/** The event row of an acknowledgement or of its end. A replayed command produces the same row. */
export function acknowledgementEvent(instance: InstanceRef, fact: AcknowledgementFact): AlarmEvent {
  const { edge, cause, seq, at, length, happened, acknowledged, endedBy, value } = fact;
  return eventRow(instance, {
    edge,
    cause,
    at,
    length,
    ingested: happened,
    value: value ?? 0,
    // One command may be kept several times.
    identity: cause === 'kept' ? ['command', seq, edge, cause, at] : ['command', seq, edge, cause],
    evidence: { windows: [], acknowledged, ...(endedBy === undefined ? {} : { endedBy }) },
  });
}
