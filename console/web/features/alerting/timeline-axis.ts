import { formatTick } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';

const PARTS = 4;
const LONG_SECONDS = 7 * 86_400;

/** Times of the labels, both ends included; seconds since 1970. */
export const axisTimes = (from: number, to: number): readonly number[] =>
  Array.from({ length: PARTS + 1 }, (_, part) => Math.round(from + ((to - from) * part) / PARTS));

/** How a time is written on an axis of that many seconds: on a long one the hour says nothing. */
export function axisWords(seconds: number, language: Language): (at: number) => string {
  const isLong = seconds > LONG_SECONDS;
  return (at) => formatTick(at * 1_000, language, isLong);
}
