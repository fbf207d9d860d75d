const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** A time, seconds since 1970, as the value of a `datetime-local` field: local time without a zone (HTML, "Local dates and times"). */
export const fieldOfTime = (at: number): string => local.format(at * 1_000).replace(' ', 'T');

/** Undefined for an incomplete or invalid time. */
export function timeOfField(value: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return undefined;
  // oxlint-disable-next-line eslint/no-restricted-globals -- reads a text in local time, not the clock
  const ms = Date.parse(value);
  return Number.isNaN(ms) || ms <= 0 ? undefined : Math.floor(ms / 1_000);
}
