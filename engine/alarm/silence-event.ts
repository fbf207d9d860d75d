import type { Silenced } from '#schemas/alerting/mark.ts';
import { eventRow } from './event-row.ts';
import type { AlarmEvent, Place } from './event-row.ts';

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
  place: Place,
  { edge, silenced, happened }: SilenceFact,
  { start, length }: Window,
): AlarmEvent {
  return eventRow(place, {
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
