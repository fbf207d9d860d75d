import type { SilenceDraft } from '#schemas/silence/silence.ts';
import { MINUTE_MS, HOUR_MS } from '#schemas/time/duration.ts';

/** The demonstration is a French provider's. */
const ZONE = 'Europe/Paris';

interface Works {
  readonly customer: string;
  /** Matches the site of the customer's chapter, or its second site. */
  readonly draftAt: (nowMs: number) => Omit<SilenceDraft, 'match'>;
}

/** The next time the clock of the machine shows this hour. */
function nextHour(nowMs: number, hour: number): number {
  const next = new Date(nowMs);
  next.setHours(hour, 0, 0, 0);
  if (next.getTime() <= nowMs) next.setDate(next.getDate() + 1);
  return next.getTime();
}

/** Works: now, tonight, and every Sunday. */
export const works: readonly Works[] = [
  {
    customer: 'veridane',
    draftAt: (nowMs) => ({
      reason: 'Fibre of the laboratory is being replaced, CHG-2240',
      startsAt: nowMs - 35 * MINUTE_MS,
      endsAt: nowMs + 5 * HOUR_MS,
      recurrence: null,
      maintenance: true,
    }),
  },
  {
    customer: 'hestia',
    draftAt: (nowMs) => ({
      reason: 'Router software update, CHG-2242',
      startsAt: nextHour(nowMs, 22),
      endsAt: nextHour(nowMs, 22) + 8 * HOUR_MS,
      recurrence: null,
      maintenance: true,
    }),
  },
  {
    customer: 'solenne',
    draftAt: (nowMs) => ({
      reason: 'Weekly restart of the hotel systems',
      startsAt: nowMs,
      endsAt: null,
      recurrence: { every: 'week', weekdays: [7], interval: 1, time: '02:00', minutes: 120, zone: ZONE },
      maintenance: true,
    }),
  },
];
