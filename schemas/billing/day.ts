import { z } from 'zod';
import { DAY_MS } from '../time/duration.ts';

/** A day of UTC: `2026-11-23`. */
export const BillingDay = z.iso.date();

/** The day of UTC that contains a time in milliseconds since 1970. */
export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Start of a day, in milliseconds since 1970. */
export const dayStartMs = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);

export const daysAfter = (day: string, days: number): string => dayOf(dayStartMs(day) + days * DAY_MS);

/** Whole days from one to another; negative when the other comes first. */
export const daysBetween = (day: string, other: string): number =>
  Math.round((dayStartMs(other) - dayStartMs(day)) / DAY_MS);

/** The days from one to another, both inclusive. */
export const daysFromTo = (from: string, to: string): readonly string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, at) => daysAfter(from, at));

/** First and last day of a month such as `2026-11`. */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const from = `${month}-01`;
  const next = daysAfter(from, 31).slice(0, 7);
  return { from, to: daysAfter(`${next}-01`, -1) };
}

/** The month before one: `2026-10` of `2026-11`. */
export const monthBefore = (month: string): string => daysAfter(`${month}-01`, -1).slice(0, 7);
