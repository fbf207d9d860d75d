import { DAY_MS, MINUTE_MS } from './duration.ts';

/** Offsets of zones change at whole quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Years of four digits in every zone. */
const [FIRST, LAST] = [Date.parse('0001-01-02'), Date.parse('9999-12-30')];

const fields = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
} as const;

/**
 * Returns the offset from UTC in a zone, milliseconds, at a time in milliseconds since 1970. Reads the calendar once per quarter of an hour:
 * files have hundreds of thousands of times.
 */
export function offsetsIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', { ...fields, timeZone });
  const known = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const start = quarter * QUARTER_MS;
    const parts = new Map(format.formatToParts(start).map(({ type, value }) => [type, Number(value)]));
    const of = (part: Intl.DateTimeFormatPartTypes): number => parts.get(part) ?? 0;
    const wall = new Date(0);
    wall.setUTCFullYear(of('year'), of('month') - 1, of('day'));
    wall.setUTCHours(of('hour'), of('minute'), of('second'));
    const offset = wall.getTime() - start;
    known.set(quarter, offset);
    return offset;
  };
}

/** A time as the clocks of a zone show it. */
export interface WallTime {
  /** Milliseconds since 1970 at which UTC shows the same. */
  readonly wall: number;
  /** From UTC, milliseconds. */
  readonly offset: number;
}

/** Returns what the clocks of a zone show; null for what is no time of the years 1 to 9999. */
export function wallClock(timeZone: string): (at: number) => WallTime | null {
  const offsetAt = offsetsIn(timeZone);
  return (at) => {
    if (!(at >= FIRST && at <= LAST)) return null;
    const offset = offsetAt(at);
    return { wall: at + offset, offset };
  };
}

/**
 * Returns the time at which the clocks of a zone show what UTC shows at `wall`, milliseconds since 1970: the earlier of two. A reading that they
 * skip is moved by the length of the change.
 */
export function timeOfWall(timeZone: string): (wall: number) => number {
  const offsetAt = offsetsIn(timeZone);
  return (wall) => {
    // Zones change by at most a day around a time, in one direction.
    const [before, after] = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)];
    const early = wall - Math.max(before, after);
    return early + offsetAt(early) === wall ? early : wall - Math.min(before, after);
  };
}

/** Such as `2026-11-24 07:31:05`, which spreadsheets of every language take for a date. */
export const wallTimeText = ({ wall }: Pick<WallTime, 'wall'>): string =>
  new Date(wall).toISOString().slice(0, 19).replace('T', ' ');

/** Such as `2026-11-24`. */
export const wallDayText = ({ wall }: Pick<WallTime, 'wall'>): string =>
  new Date(wall).toISOString().slice(0, 10);

/** Such as `UTC+05:30`: without the letters spreadsheets take it for a time or a formula. */
export function offsetText(offset: number): string {
  const ahead = new Date(Math.abs(offset) % DAY_MS).toISOString().slice(11, 16);
  return `UTC${offset < 0 ? '-' : '+'}${ahead}`;
}

/** The reading of `2026-11-24T07:31`, milliseconds since 1970 at which UTC shows it; undefined for what is none. */
export function wallOfText(text: string): number | undefined {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  return Number.isNaN(wall) ? undefined : wall;
}
