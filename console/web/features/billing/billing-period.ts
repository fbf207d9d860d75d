import { dayOf, daysAfter, daysOfMonth, monthBefore } from '#schemas/billing/day.ts';

const RECENT_DAYS = 30;
const MONTHS = 13;

/** The days of UTC of a chosen month, or the last thirty. */
export function periodOf(
  month: string | undefined,
  nowMs: number,
): { readonly from: string; readonly to: string } {
  if (month !== undefined) return daysOfMonth(month);
  const to = dayOf(nowMs);
  return { from: daysAfter(to, -RECENT_DAYS), to };
}

/** The current month and those of the year before, newest first. */
export function recentMonths(nowMs: number): readonly string[] {
  const months = [dayOf(nowMs).slice(0, 7)];
  while (months.length < MONTHS) months.push(monthBefore(months.at(-1) ?? ''));
  return months;
}
