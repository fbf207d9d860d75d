import { useLanguage } from '#web/lib/text.ts';
import { axisTimes, axisWords } from './timeline-axis.ts';

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
