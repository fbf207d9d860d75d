import { useLanguage } from '#web/lib/text.ts';
import { formatTick } from '#web/lib/format.ts';
import { axisTicks } from './axis-ticks.ts';

/** Days below the timeline, each at its midnight. The slider announces the chosen time. */
export function TimelineAxis({ from, to }: { readonly from: number; readonly to: number }) {
  const language = useLanguage();
  return (
    <div className="tt-timeline-axis" aria-hidden="true">
      {axisTicks(from, to).map((at) => (
        <span key={at} style={{ left: `${String(((at - from) / (to - from)) * 100)}%` }}>
          {formatTick(at * 1_000, language, true)}
        </span>
      ))}
    </div>
  );
}
