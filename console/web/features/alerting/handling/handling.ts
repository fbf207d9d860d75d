import type { BulkAlarm, BulkOutcome } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';

/** Durations of an acknowledgement; `clear` is until the alarm clears. */
export const expiries = ['clear', '30min', '1h', '4h', '24h', '7d'] as const;
export type Expiry = (typeof expiries)[number];

const durations: Record<Exclude<Expiry, 'clear'>, number> = {
  '30min': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

/** When an acknowledgement made now ends, in milliseconds; null when the alarm clears. */
export const untilOf = (expiry: Expiry, now: number): number | null =>
  expiry === 'clear' ? null : now + durations[expiry];

/** What handling an alarm changes: an event is added to its history. Its row changes once the engine has processed it. */
export const handlingTouches = (customerId: number) => [['alarm-history', customerId]];

type Handled = Pick<AlarmRow, 'acknowledged' | 'silenced'>;

/** Whether someone looks after it, or it is silenced. */
export const isHandledAlarm = ({
  acknowledged,
  assigned,
  silenced,
}: Pick<AlarmRow, 'acknowledged' | 'assigned' | 'silenced'>): boolean =>
  acknowledged !== undefined || assigned !== undefined || silenced !== undefined;

export interface HandlingFilter {
  readonly acknowledged: boolean;
  readonly silenced: boolean;
}

/** Whether the filter shows an alarm; either part hides an alarm that is acknowledged and silenced. */
export const isShown = (alarm: Handled, shown: HandlingFilter): boolean =>
  (shown.acknowledged || alarm.acknowledged === undefined) &&
  (shown.silenced || alarm.silenced === undefined);

export const countHandled = (alarms: readonly Handled[]): Readonly<Record<keyof HandlingFilter, number>> => ({
  acknowledged: alarms.filter(({ acknowledged }) => acknowledged !== undefined).length,
  silenced: alarms.filter(({ silenced }) => silenced !== undefined).length,
});

/** `id` of the row. */
export const alarmId = ({ alarm, element }: BulkAlarm): string => `${String(alarm)}:${String(element)}`;

/** Which acknowledgement the user saw. */
export const seenOf = ({ acknowledged }: Pick<AlarmRow, 'acknowledged'>): number | null =>
  acknowledged?.at ?? null;

const isUnacknowledged = ({ acknowledged }: Pick<AlarmRow, 'acknowledged'>): boolean =>
  acknowledged === undefined;

/**
 * The running alarms that Undo unacknowledges: those that were not acknowledged before, and that another operator has not
 * acknowledged since.
 */
export function undoneBy(
  { by, done }: Pick<BulkOutcome, 'by' | 'done'>,
  { before, now }: { readonly before: readonly AlarmRow[]; readonly now: readonly AlarmRow[] },
): readonly AlarmRow[] {
  const own = new Set(done.map(alarmId));
  const fresh = new Set(before.filter(isUnacknowledged).map(({ id }) => id));
  return now.filter((row) => own.has(row.id) && fresh.has(row.id) && (row.acknowledged?.by ?? by) === by);
}
