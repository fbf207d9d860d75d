import type { PastEvent } from '#schemas/alerting/history.ts';
import type { IncidentDetails, IncidentEntry } from '#schemas/alerting/incident/incident-entry.ts';
import type { AlarmNote } from '#schemas/alerting/note-routes.ts';

/** What happened in an incident at a time, milliseconds since 1970. */
export type TimelineItem =
  | { readonly is: 'event'; readonly key: string; readonly at: number; readonly event: PastEvent }
  | { readonly is: 'entry'; readonly key: string; readonly at: number; readonly entry: IncidentEntry }
  | { readonly is: 'note'; readonly key: string; readonly at: number; readonly note: AlarmNote };

/** Events of alarms, notes on them, and what was written at the incident, newest first. */
export function timelineOf({
  events,
  entries,
  notes,
}: Pick<IncidentDetails, 'events' | 'entries' | 'notes'>): readonly TimelineItem[] {
  return [
    ...events.map((event): TimelineItem => {
      const { event: id, edge, at, alarm, element } = event;
      const key = `${id}:${edge}:${String(alarm)}:${String(element)}`;
      return { is: 'event', key, at: at * 1_000, event };
    }),
    ...entries.map((entry): TimelineItem => ({
      is: 'entry',
      key: `entry:${String(entry.id)}`,
      at: entry.at,
      entry,
    })),
    ...notes.map((note): TimelineItem => ({ is: 'note', key: `note:${String(note.id)}`, at: note.at, note })),
  ].toSorted((one, other) => other.at - one.at);
}
