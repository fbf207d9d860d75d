const two = (value: number): string => String(value).padStart(2, '0');

/** A time as an input of kind `datetime-local` takes it, in the zone of the browser. */
export function toLocalTime(ms: number): string {
  const date = new Date(ms);
  const day = `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Milliseconds since 1970, undefined for what is no time (yet). */
export function fromLocalTime(text: string): number | undefined {
  const ms = new Date(text).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Every zone that the browser knows, UTC among them. */
export const zones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
