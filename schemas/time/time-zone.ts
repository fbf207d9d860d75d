import { z } from 'zod';

/** By `Intl`: contracts with time zones come with every alert page, which needs no Temporal. */
function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** IANA zone name. Offsets such as +02:00 have no summer time and are rejected. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), {
    error: 'TIMEZONE_UNKNOWN',
  });
