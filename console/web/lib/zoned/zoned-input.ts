import { timeOfWall, wallClock, wallOfText, wallTimeText } from '#schemas/time/wall-clock.ts';

/** Value of a `datetime-local` input as the clocks of a zone show a time in milliseconds since 1970; empty for none. */
export function toZonedInput(ms: number, timeZone: string): string {
  const time = wallClock(timeZone)(ms);
  return time === null ? '' : wallTimeText(time).slice(0, 16).replace(' ', 'T');
}

/** Milliseconds since 1970; undefined when the text is not a time (yet). */
export function fromZonedInput(text: string, timeZone: string): number | undefined {
  const wall = wallOfText(text);
  return wall === undefined ? undefined : timeOfWall(timeZone)(wall);
}
