import type { EventDefinition } from './events/event-definition.ts';
import { engineEvents } from './events/engine-events.ts';
import { jobsEvents } from './events/jobs-events.ts';
import { ingestEvents } from './events/ingest-events.ts';
import { processEvents } from './events/process-events.ts';
import { serverEvents } from './events/server-events.ts';

/** Every event that a process logs. Operators match the phrases: the change log names a renamed one. */
export const logEvents = {
  ...processEvents,
  ...serverEvents,
  ...engineEvents,
  ...ingestEvents,
  ...jobsEvents,
};

export type LogEvent = keyof typeof logEvents;

/** The fields that a line of an event may carry. */
export type LogFields<Event extends LogEvent> = Event extends LogEvent
  ? { readonly [Field in keyof (typeof logEvents)[Event]['fields']]?: unknown }
  : never;

/** Rows of the table in the operations guide. */
export const eventTable = (): readonly string[] =>
  Object.entries<EventDefinition>(logEvents)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([event, { components, meaning, fields }]) => {
      const facts = Object.entries(fields).map(([name, text]) => `\`${name}\` ${text}`);
      return `| ${event} | ${components.join(', ')} | ${meaning} | ${facts.length === 0 ? '–' : facts.join(', ')} |`;
    });
