import { z } from 'zod';
import { Assignee } from './mark.ts';
import { Severity, severities } from './severity.ts';
import type { AlarmRow, Operator } from './alert.ts';

export const MAX_NOTE_LENGTH = 500;

/** Acknowledgement of a running alarm as a user enters it. */
export const AcknowledgementDraft = z.strictObject({
  note: z.string().trim().max(MAX_NOTE_LENGTH).default(''),
  /** Milliseconds since 1970; null: until the alarm clears. */
  until: z.int().positive().nullable(),
  untilWorse: z.boolean(),
});
export type AcknowledgementDraft = z.infer<typeof AcknowledgementDraft>;

/**
 * `at` of the acknowledgement that the user saw, null: none. An acknowledgement that another user made since is not replaced. Omitted:
 * any is replaced.
 */
const seen = z.int().nullable().optional();

/** Acknowledgement of one alarm. */
export const AcknowledgementOfSeen = AcknowledgementDraft.extend({ seen });

/** Most alarms that one call acknowledges. */
export const MAX_BULK_ALARMS = 1_000;

/** One definition on one element. */
const BulkAlarm = z.strictObject({ alarm: z.int().positive(), element: z.int().positive() });
export type BulkAlarm = z.infer<typeof BulkAlarm>;

export const BulkAlarms = z.array(BulkAlarm).min(1).max(MAX_BULK_ALARMS);

export const SeenAlarms = z.array(BulkAlarm.extend({ seen })).min(1).max(MAX_BULK_ALARMS);

/** What became of the alarms of one call. */
export const BulkOutcome = z.strictObject({
  /** Name of the caller, as the rows show it. */
  by: z.string(),
  done: z.array(BulkAlarm),
  /**
   * `NOT_FOUND`: it does not run, or the caller may not see it. `UNAVAILABLE`: not stored, worth another attempt.
   * `ALARM_ACKNOWLEDGED`, `ALARM_ASSIGNED`: by another user since it was seen.
   */
  failed: z.array(
    BulkAlarm.extend({
      code: z.enum(['NOT_FOUND', 'UNAVAILABLE', 'ALARM_ACKNOWLEDGED', 'ALARM_ASSIGNED']),
      /** Who acknowledged it first, or to whom it was assigned. */
      first: z.string().optional(),
    }),
  ),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;

/** Severity of an alarm and its worst value among the measures it evaluates. */
export const AlarmLevel = z.strictObject({ severity: Severity, value: z.number().nullable() });
export type AlarmLevel = z.infer<typeof AlarmLevel>;

const concerned = {
  customer: z.int().positive(),
  alarm: z.int().positive(),
  element: z.int().positive(),
  /**
   * Start of the newest window visible to the acknowledging user, seconds. The command applies directly after that window, so its
   * outcome does not depend on when it is read.
   */
  window: z.int().nonnegative(),
  by: z.string(),
};

/** Commands from the server to the engine: messages of the stream COMMANDS. */
export const AlarmCommand = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('acknowledge'),
    ...concerned,
    note: z.string(),
    until: z.number().nullable(),
    /** The acknowledgement ends when the alarm gets worse than this; null: it does not. */
    worse: AlarmLevel.nullable(),
  }),
  z.strictObject({ kind: z.literal('unacknowledge'), ...concerned }),
  z.strictObject({ kind: z.literal('assign'), ...concerned, to: Assignee }),
  z.strictObject({ kind: z.literal('unassign'), ...concerned }),
]);
export type AlarmCommand = z.infer<typeof AlarmCommand>;

type Rule = Pick<AlarmRow, 'operator' | 'threshold'>;

/** Distance of a value from the threshold that it violates; grows as the value gets worse. */
const depths: Record<Operator, (value: number, threshold: number) => number> = {
  '>': (value) => value,
  '>=': (value) => value,
  '<': (value) => -value,
  '<=': (value) => -value,
  '!=': (value, threshold) => Math.abs(value - threshold),
  // All values that equal the threshold are equally bad.
  '=': () => 0,
};

/** Returns the worst value, null if there is none. */
export function worstValue({ operator, threshold }: Rule, values: readonly (number | null)[]): number | null {
  const depth = depths[operator];
  let worst: number | null = null;
  for (const value of values)
    if (value !== null && (worst === null || depth(value, threshold) > depth(worst, threshold)))
      worst = value;
  return worst;
}

/** Whether an alarm got worse: a higher severity, or a value further past the threshold. */
export function isWorse({ operator, threshold }: Rule, now: AlarmLevel, before: AlarmLevel): boolean {
  const severity = severities.indexOf(now.severity) - severities.indexOf(before.severity);
  if (severity !== 0) return severity < 0;
  if (now.value === null) return false;
  const depth = depths[operator];
  return before.value === null || depth(now.value, threshold) > depth(before.value, threshold);
}
