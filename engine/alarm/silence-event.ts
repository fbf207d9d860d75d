import type { Silenced } from '#schemas/alerting/mark.ts';
import { eventRow, type AlarmEvent } from './event-row.ts';
import type { InstanceRef } from './alarm-instances.ts';

/** A silence of a running alarm that starts or ends. */
export interface SilenceFact {
  readonly edge: 'silence' | 'unsilence';
  readonly silenced: Silenced;
  /** Milliseconds since 1970. */
  readonly happened: number;
}

interface EvaluatedWindow {
  /** Start of the window that contains it, seconds since 1970, and its length. */
  readonly start: number;
  readonly length: number;
}

/**
 * The event row of a silence that starts or ends for a running alarm: unique per start and end, and the same
 * in a replay.
 */
export function silenceEvent(
  instance: InstanceRef,
  { edge, silenced, happened }: SilenceFact,
  { start, length }: EvaluatedWindow,
): AlarmEvent {
  return eventRow(instance, {
    edge,
    cause: 'silence',
    at: start,
    length,
    ingested: happened,
    value: 0,
    identity: ['silence', silenced.silence, start, happened, edge],
    evidence: { windows: [], silenced },
  });
}
