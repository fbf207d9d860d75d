import { useLanguage } from '#web/lib/text.ts';
import { formatTick } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';

/** Under the timeline: which times its places stand for. The slider itself tells the chosen one. */
export function TimelineAxis({ from, to }: { readonly from: number; readonly to: number }) {
  const words = axisWords(to - from, useLanguage());
  return (
    <div className="tt-timeline-axis" aria-hidden="true">
      {axisTimes(from, to).map((at) => (
        <span key={at}>{words(at)}</span>
      ))}
    </div>
  );
}

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
