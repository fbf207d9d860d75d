import { z } from 'zod';
import { Severity } from '../alerting/severity.ts';
import { WebhookTrigger } from '../settings/webhook/webhook.ts';

const minute = z.int().min(0).max(59);
const hour = z.int().min(0).max(23);
/** Day of the week, 1 is Monday (ISO 8601). */
const Weekday = z.int().min(1).max(7);
/** `L`: the last day. Months without a 29th, 30th or 31st have no run on it. */
const MonthDay = z.union([z.int().min(1).max(31), z.literal('L')]);

const MAX_SELECTED = 500;
const ids = z.array(z.int().positive()).max(MAX_SELECTED, 'SELECTION_TOO_LARGE').default([]);

/** Alarms that trigger a schedule. Values of one kind are alternatives, all kinds must match, an empty kind matches everything. */
export const AlarmSelection = z.strictObject({
  kind: z.literal('alarm'),
  /** At their raise, their clear, or both. */
  on: WebhookTrigger,
  alarms: ids,
  severities: z.array(Severity).max(3).default([]),
  sites: ids,
});
export type AlarmSelection = z.infer<typeof AlarmSelection>;

/** When a schedule runs. Times are those of its zone. */
export const SchedulingTrigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hourly'), minute }),
  z.strictObject({ kind: z.literal('daily'), hour, minute }),
  z.strictObject({
    kind: z.literal('weekly'),
    days: z.array(Weekday).min(1, 'REQUIRED').max(7),
    hour,
    minute,
  }),
  z.strictObject({ kind: z.literal('monthly'), day: MonthDay, hour, minute }),
  AlarmSelection,
]);
export type SchedulingTrigger = z.infer<typeof SchedulingTrigger>;
/** A trigger by time. */
export type TimedTrigger = Exclude<SchedulingTrigger, { kind: 'alarm' }>;

export const isTimed = (trigger: SchedulingTrigger): trigger is TimedTrigger => trigger.kind !== 'alarm';

/** The expression of five fields: minute, hour, day of the month, month, day of the week. */
export function cronOf(trigger: TimedTrigger): string {
  const { minute } = trigger;
  switch (trigger.kind) {
    case 'hourly':
      return `${String(minute)} * * * *`;
    case 'daily':
      return `${String(minute)} ${String(trigger.hour)} * * *`;
    case 'weekly':
      return `${String(minute)} ${String(trigger.hour)} * * ${[...new Set(trigger.days)].toSorted((one, other) => one - other).join(',')}`;
    case 'monthly':
      return `${String(minute)} ${String(trigger.hour)} ${String(trigger.day)} * *`;
  }
}
