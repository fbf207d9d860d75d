import { z } from 'zod';
import { Severity, severities } from './severity.ts';
import type { AlarmRow, Operator } from './alert.ts';

export const MAX_NOTE_LENGTH = 500;

/** How a running alarm is acknowledged. */
export const AcknowledgementDraft = z.strictObject({
  note: z.string().trim().max(MAX_NOTE_LENGTH).default(''),
  /** Milliseconds since 1970; null: until the alarm clears. */
  until: z.int().positive().nullable(),
  untilWorse: z.boolean(),
});
export type AcknowledgementDraft = z.infer<typeof AcknowledgementDraft>;

/** How bad an alarm is: its severity, and its worst value among the measures it looks back at. */
export const AlarmLevel = z.strictObject({ severity: Severity, value: z.number().nullable() });
export type AlarmLevel = z.infer<typeof AlarmLevel>;

const concerned = {
  customer: z.int().positive(),
  alarm: z.int().positive(),
  element: z.int().positive(),
  /**
   * Start of the newest window that whoever acknowledged had seen, seconds. The command concerns the alarm as it ran then,
   * and takes its place right behind that window: whenever it is read, the outcome is the same.
   */
  window: z.int().nonnegative(),
  by: z.string(),
};

/** What the server asks of the engine: messages of the stream COMMANDS. */
export const AcknowledgementCommand = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('acknowledge'),
    ...concerned,
    note: z.string(),
    until: z.number().nullable(),
    /** What it must become worse than to end the acknowledgement; null: that does not matter. */
    worse: AlarmLevel.nullable(),
  }),
  z.strictObject({ kind: z.literal('unacknowledge'), ...concerned }),
]);
export type AcknowledgementCommand = z.infer<typeof AcknowledgementCommand>;

type Rule = Pick<AlarmRow, 'operator' | 'threshold'>;

/** How far a value is on the bad side; grows with how bad it is. */
const depths: Record<Operator, (value: number, threshold: number) => number> = {
  '>': (value) => value,
  '>=': (value) => value,
  '<': (value) => -value,
  '<=': (value) => -value,
  '!=': (value, threshold) => Math.abs(value - threshold),
  // Equal is equal: no value of such an alarm is worse than another.
  '=': () => 0,
};

/** The worst of the values, null when there is none. */
export function worstValue({ operator, threshold }: Rule, values: readonly (number | null)[]): number | null {
  const depth = depths[operator];
  let worst: number | null = null;
  for (const value of values)
    if (value !== null && (worst === null || depth(value, threshold) > depth(worst, threshold)))
      worst = value;
  return worst;
}

/** Whether an alarm is worse now than it was: of a worse severity, or with a value further beyond the threshold. */
export function isWorse({ operator, threshold }: Rule, now: AlarmLevel, before: AlarmLevel): boolean {
  const severity = severities.indexOf(now.severity) - severities.indexOf(before.severity);
  if (severity !== 0) return severity < 0;
  if (now.value === null) return false;
  const depth = depths[operator];
  return before.value === null || depth(now.value, threshold) > depth(before.value, threshold);
}
