import type { AlarmEdge } from '#schemas/alerting/alert.ts';
import type { Acknowledged } from '#schemas/alerting/mark.ts';
import { eventRow } from './event-row.ts';
import type { AlarmEvent, Place } from './event-row.ts';

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

/** The row of an acknowledgement, or of its end: the same command has the same ones, however often it is read. */
export function acknowledgementEvent(place: Place, fact: AcknowledgementFact): AlarmEvent {
  const { edge, cause, seq, at, length, happened, acknowledged, endedBy, value } = fact;
  return eventRow(place, {
    edge,
    cause,
    at,
    length,
    ingested: happened,
    value: value ?? 0,
    identity: ['command', seq, edge, cause],
    evidence: { windows: [], acknowledged, ...(endedBy === undefined ? {} : { endedBy }) },
  });
}
