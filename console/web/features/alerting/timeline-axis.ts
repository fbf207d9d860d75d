import type { Language } from '#web/lib/text.ts';

const PARTS = 4;
const LONG_SECONDS = 7 * 86_400;
const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const hour = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

/** Times of the labels, both ends included; seconds since 1970. */
export const axisTimes = (from: number, to: number): readonly number[] =>
  Array.from({ length: PARTS + 1 }, (_, part) => Math.round(from + ((to - from) * part) / PARTS));

/** How a time is written on an axis of that many seconds: on a long one the hour says nothing. */
export function axisWords(seconds: number, language: Language): (at: number) => string {
  const format = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    ...day,
    ...(seconds > LONG_SECONDS ? {} : hour),
  });
  return (at) => format.format(at * 1_000);
}
