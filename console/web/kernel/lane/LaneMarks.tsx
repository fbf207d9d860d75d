import type { Annotation } from '#schemas/annotation/annotation.ts';
import './annotation.css';

interface Props {
  readonly annotations: readonly Annotation[];
  /** What the lane shows, seconds since 1970. */
  readonly span: { readonly from: number; readonly to: number };
}

const share = ({ from, to }: Props['span'], at: number): number =>
  to <= from ? 0 : Math.min(1, Math.max(0, (at - from) / (to - from)));
/** Of the mark of a moment. */
const MARK_PX = 3;
const percent = (part: number): string => `${String(100 * part)}%`;

/** Annotations in a lane below a chart: a line at their start, and a thin one along a period. */
export function AnnotationMarks({ annotations, span }: Props) {
  return annotations.map(({ id, from, to }) => {
    const [start, end] = [share(span, from), share(span, to ?? from)];
    return (
      <span
        key={id}
        className="tt-annotation-mark"
        data-period={to !== null}
        // One at the end of the lane lies within it.
        style={{ left: `min(${percent(start)}, 100% - ${String(MARK_PX)}px)`, width: percent(end - start) }}
      />
    );
  });
}
