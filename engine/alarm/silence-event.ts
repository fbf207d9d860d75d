import type { Silenced } from '#schemas/alerting/mark.ts';
import { eventRow } from './event-row.ts';
import type { AlarmEvent, Place } from './event-row.ts';

interface Told {
  readonly edge: 'silence' | 'unsilence';
  /** What begins to hold for it, or ends. */
  readonly silenced: Silenced;
  /** Start of the window that it is decided with, seconds since 1970, and its length. */
  readonly start: number;
  readonly length: number;
}

/** The row of a silence that begins or ends to hold for a running alarm: another one for each window, and the same in a replay. */
export function silenceEvent(place: Place, { edge, silenced, start, length }: Told): AlarmEvent {
  return eventRow(place, {
    edge,
    cause: 'silence',
    at: start,
    length,
    ingested: (start + length) * 1_000,
    value: 0,
    identity: ['silence', silenced.silence, start, edge],
    evidence: { windows: [], silenced },
  });
}
