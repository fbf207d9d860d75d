import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { evidenceGeometry } from './evidence-geometry.ts';

const size = { width: 368, height: 64 };

/** The last measures and the threshold, repeated as a table below. */
export function EvidenceChart({ alarm }: { readonly alarm: AlarmRow }) {
  const { bars, threshold } = evidenceGeometry(alarm, size);
  return (
    <svg
      className="tt-evidence-chart"
      viewBox={`0 0 ${String(size.width)} ${String(size.height)}`}
      aria-hidden="true"
    >
      {bars.map((bar) => (
        <rect key={bar.x} x={bar.x} y={bar.y} width={bar.width} height={bar.height} rx={2} data-is={bar.is} />
      ))}
      <line x1={0} x2={size.width} y1={threshold} y2={threshold} />
    </svg>
  );
}
