import { z } from 'zod';

/** Zones that were found, so that a page of dashlets looks each up once: that takes a third of a millisecond. */
const known = new Set<string>();
const MAX_KNOWN = 1_000;

/** By `Intl`: contracts with time zones come with every alert page, which needs no Temporal. */
function isTimeZone(timeZone: string): boolean {
  if (known.has(timeZone)) return true;
  try {
    if (new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone === '') return false;
  } catch {
    return false;
  }
  if (known.size < MAX_KNOWN) known.add(timeZone);
  return true;
}

/** IANA zone name. Offsets such as +02:00 have no summer time and are rejected. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), {
    error: 'TIMEZONE_UNKNOWN',
  });

/** Such as `2026-11-24 07:31:05 Europe/Paris (UTC+01:00)`, for people in texts without a clock of their own. `atMs`: since 1970. */
export function zonedText(atMs: number, timeZone: string): string {
  // The Swedish form is that of ISO 8601.
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    atMs,
  );
  const offset = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(atMs)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return timeZone === 'UTC' ? `${time} UTC` : `${time} ${timeZone} (${(offset ?? '').replace('GMT', 'UTC')})`;
}
