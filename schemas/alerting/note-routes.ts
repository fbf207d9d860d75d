import { z } from 'zod';
import { API, route } from '../route.ts';
import { historyLimits } from '../limit/history.ts';
import { DAY_MS, MINUTE_MS } from '../time/duration.ts';
import { BulkAlarms, BulkOutcome, MAX_BULK_ALARMS } from './acknowledgement.ts';

export const MAX_ALARM_NOTE_LENGTH = 2_000;
/** Notes on one run of an alarm, and of a period in one reply. */
export const MAX_ALARM_NOTES = 100;
export const MAX_NOTES_OF_PERIOD = 1_000;
/** How long authors can delete a note. */
export const NOTE_DELETABLE_MS = 10 * MINUTE_MS;

const customerParams = z.strictObject({ customerId: z.coerce.number().int().positive() });
/** Seconds since 1970. */
const Seconds = z.coerce.number().int().min(0).max(0xffff_ffff);
const MAX_SECONDS = (historyLimits.maxDays * DAY_MS) / 1_000;

/** A note on a run of an alarm. */
export const AlarmNote = z.strictObject({
  id: z.number(),
  alarm: z.number(),
  element: z.number(),
  /** `since` of the row: when the alarm was raised, seconds since 1970. */
  since: z.number(),
  text: z.string(),
  by: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Until when the caller can delete it; null: another user wrote it. */
  deletableUntil: z.number().nullable(),
});
export type AlarmNote = z.infer<typeof AlarmNote>;

const notes = z.strictObject({ notes: z.array(AlarmNote) });

/** Notes on every run of an alarm on an element, newest first. */
export const listAlarmNotes = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/:alarm/:element/note`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Notes on one alarm on one element, newest first',
  params: customerParams.extend({
    alarm: z.coerce.number().int().positive(),
    element: z.coerce.number().int().positive(),
  }),
  reply: notes,
  problems: ['NOT_FOUND'],
});

/** Notes written in [from, to), newest first, `MAX_NOTES_OF_PERIOD` at most. `next` is `before` of those that follow. */
export const listNotesOfPeriod = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/note`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Notes written in a period, newest first',
  params: customerParams,
  query: z
    .strictObject({
      from: Seconds,
      to: Seconds,
      before: z.coerce.number().int().positive().max(0x7fff_ffff).optional(),
    })
    .refine(({ from, to }) => from < to, { path: ['from'], message: 'START_AFTER_END' })
    .refine(({ from, to }) => to - from <= MAX_SECONDS, {
      path: ['from'],
      message: 'PERIOD_TOO_LONG',
      params: { days: historyLimits.maxDays },
    }),
  reply: notes.extend({ next: z.number().nullable() }),
});

export const NoteOutcome = BulkOutcome.omit({ failed: true }).extend({
  /** The notes, in the order of `done`. */
  notes: z.array(z.number()),
  /** `ALARM_NOTES_FULL`: it has `MAX_ALARM_NOTES` notes. Others as for acknowledgements. */
  failed: z.array(
    BulkOutcome.shape.done.element.extend({ code: z.enum(['NOT_FOUND', 'UNAVAILABLE', 'ALARM_NOTES_FULL']) }),
  ),
});
export type NoteOutcome = z.infer<typeof NoteOutcome>;

/** Adds the same note to running alarms. Those that do not run, or that the caller may not see, are listed. */
export const createAlarmNotes = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/note`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Add a note to up to 1,000 running alarms',
  params: customerParams,
  body: z.strictObject({
    alarms: BulkAlarms,
    text: z.string().trim().min(1, { error: 'REQUIRED' }).max(MAX_ALARM_NOTE_LENGTH),
  }),
  bodyLimit: 128 * 1_024,
  reply: NoteOutcome,
});

/** All of them or none. */
export const deleteAlarmNotes = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/note/remove`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Delete own notes of the last ten minutes',
  params: customerParams,
  body: z.strictObject({ notes: z.array(z.int().positive()).min(1).max(MAX_BULK_ALARMS) }),
  bodyLimit: 64 * 1_024,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'ALARM_NOTE_FINAL'],
});
