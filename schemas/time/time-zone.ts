import { z } from 'zod';

/** Zones that were found, so that a page of dashlets looks each up once: that takes a third of a millisecond. */
const known = new Set<string>();
const MAX_KNOWN = 1_000;

/** Whether this process knows a zone. By `Intl`: contracts with time zones come with every alert page, which needs no Temporal. */
export function isTimeZone(timeZone: string): boolean {
  if (known.has(timeZone)) return true;
  if (!/^[A-Za-z]/.test(timeZone)) return false;
  try {
    if (new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone === '') return false;
  } catch {
    return false;
  }
  if (known.size < MAX_KNOWN) known.add(timeZone);
  return true;
}

/** A zone as it is stored or requested: one that this process does not know falls back to another. */
export const ZoneName = z.string().min(1, 'REQUIRED').max(64);

/** IANA zone name, to be written. Offsets such as +02:00 have no summer time and are rejected. */
export const TimeZone = z.string().max(64).refine(isTimeZone, { error: 'TIMEZONE_UNKNOWN' });

/** A stored zone, or UTC where this process does not know it. */
export const knownZone = (stored: string): string => (isTimeZone(stored) ? stored : 'UTC');

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
