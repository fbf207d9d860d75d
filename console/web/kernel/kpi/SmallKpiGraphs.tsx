import { useMemo } from 'react';
import type { Series } from '#schemas/kpi/series.ts';
import { formatMinute } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { graphPoints, graphSummary, sparkLine, type GraphPeriod } from './graph-points.ts';
import { useSmallGraphTexts } from './texts/en.ts';
import { useKpiText } from './use-kpi-text.ts';
import './small-kpi-graphs.css';

interface Shown {
  readonly period: GraphPeriod;
  /** Seconds. */
  readonly step: number;
}

const size = { width: 160, height: 28 };
/** Room for the width of the line. */
const viewBox = `-1 -2 ${String(size.width + 2)} ${String(size.height + 4)}`;

function SmallGraph({ series, period, step }: Shown & { readonly series: Series }) {
  const text = useSmallGraphTexts();
  const language = useLanguage();
  const kpi = useKpiText(series.kpi);
  const points = useMemo(() => graphPoints(series, period, step), [series, period, step]);
  const summary = graphSummary(points);
  if (summary === undefined) return null;
  const figures = { min: kpi.value(summary.min), max: kpi.value(summary.max), last: kpi.value(summary.last) };
  const time = formatMinute((summary.lastAt + step) * 1_000, language);
  return (
    <li title={text('summary', { kpi: kpi.name, ...figures, time })}>
      <span className="tt-muted">{kpi.name}</span>
      <strong>{figures.last}</strong>
      <svg viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
        <path d={sparkLine(points, size)} />
      </svg>
      <span className="tt-hidden">{text('range', { ...figures, time })}</span>
    </li>
  );
}

/** KPIs over a period, each with its last value. */
export function SmallKpiGraphs({ all, ...shown }: Shown & { readonly all: readonly Series[] }) {
  return (
    <ul className="tt-small-kpi-graphs">
      {all.map((series) => (
        <SmallGraph key={series.kpi} series={series} {...shown} />
      ))}
    </ul>
  );
}
