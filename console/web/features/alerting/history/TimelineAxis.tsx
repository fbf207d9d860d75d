import { useLanguage } from '#web/lib/text.ts';
import { formatTick } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';

/** Time labels below the timeline. The slider announces the chosen time. */
export function TimelineAxis({ from, to }: { readonly from: number; readonly to: number }) {
  const labelAt = tickLabel(to - from, useLanguage());
  return (
    <div className="tt-timeline-axis" aria-hidden="true">
      {axisTimes(from, to).map((at) => (
        <span key={at}>{labelAt(at)}</span>
      ))}
    </div>
  );
}

const PARTS = 4;
const LONG_SECONDS = 7 * 86_400;

/** Times of the labels, both ends included; seconds since 1970. */
const axisTimes = (from: number, to: number): readonly number[] =>
  Array.from({ length: PARTS + 1 }, (_, part) => Math.round(from + ((to - from) * part) / PARTS));

/** Labels of an axis over `seconds`: a long one has no hours. */
function tickLabel(seconds: number, language: Language): (at: number) => string {
  const isLong = seconds > LONG_SECONDS;
  return (at) => formatTick(at * 1_000, language, isLong);
}
