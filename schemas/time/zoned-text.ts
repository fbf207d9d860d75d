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
