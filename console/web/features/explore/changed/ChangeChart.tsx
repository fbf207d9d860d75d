import type { ChangeReply } from '#schemas/explore/changed/what-changed.ts';
import { linePath, mostOf } from './change-line.ts';

interface Props {
  readonly series: ChangeReply['series'];
  /** What it shows, in words. */
  readonly label: string;
  /** The largest value, in words. */
  readonly most: string;
  readonly tall?: boolean;
}

const size = { width: 240, height: 40 };
const viewBox = `-1 -2 ${String(size.width + 2)} ${String(size.height + 4)}`;

/** Rates of a period by step, over those of its baseline. */
export function ChangeChart({ series, label, most, tall = false }: Props) {
  const top = mostOf(series);
  return (
    <figure className="tt-change-chart" data-tall={tall}>
      <svg viewBox={viewBox} preserveAspectRatio="none" role="img" aria-label={label}>
        <path data-of="before" d={linePath(series.before, top, size)} />
        <path data-of="now" d={linePath(series.now, top, size)} />
      </svg>
      <span className="tt-muted" aria-hidden="true">
        {most}
      </span>
    </figure>
  );
}
