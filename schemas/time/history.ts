import { DAY_MS, WEEK_MS } from './duration.ts';
import type { Window } from './window.ts';

/** History spans (specification, section 9). */
export const historySpans = ['3d', '4w', '3mo'] as const;
export type HistorySpan = (typeof historySpans)[number];

export const historyLabels = {
  '3d': { en: '3 days', fr: '3 jours' },
  '4w': { en: '4 weeks', fr: '4 semaines' },
  '3mo': { en: '3 months', fr: '3 mois' },
} as const satisfies Record<HistorySpan, { en: string; fr: string }>;

/** Subtracts UTC months; if the month lacks the day, returns its last day. */
function monthsBefore(at: number, months: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

/** Returns the start of the history span that ends at `now`, milliseconds since 1970. */
export function historyWindow(span: HistorySpan, now: number): Window {
  switch (span) {
    case '3d':
      return { start: now - 3 * DAY_MS, end: now };
    case '4w':
      return { start: now - 4 * WEEK_MS, end: now };
    case '3mo':
      return { start: monthsBefore(now, 3), end: now };
  }
}
