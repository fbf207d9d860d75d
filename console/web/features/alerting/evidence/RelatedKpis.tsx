import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { readRelatedSeries } from '#schemas/alerting/routes.ts';
import type { Series } from '#schemas/kpi/series.ts';
import { call } from '#web/kernel/api/call.ts';
import { formatMinute } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useKpiText } from '../list/use-kpi-text.ts';
import { useAlertingTexts } from '../use-alerting-texts.ts';
import {
  graphPoints,
  graphSummary,
  sparkLine,
  stepSecondsOf,
  type GraphPeriod,
  type GraphSpan,
} from './kpi-graph.ts';

interface Props {
  readonly alarm: AlarmRow;
  readonly customerId: number;
  readonly span: GraphSpan;
  readonly period: GraphPeriod;
}

const size = { width: 160, height: 28 };
/** Room for the width of the line. */
const viewBox = `-1 -2 ${String(size.width + 2)} ${String(size.height + 4)}`;

function SmallGraph({ series, span, period }: { readonly series: Series } & Pick<Props, 'span' | 'period'>) {
  const text = useAlertingTexts();
  const language = useLanguage();
  const kpi = useKpiText(series.kpi);
  const step = stepSecondsOf(span);
  const points = useMemo(() => graphPoints(series, period, step), [series, period, step]);
  const summary = graphSummary(points);
  if (summary === undefined) return null;
  const figures = { min: kpi.value(summary.min), max: kpi.value(summary.max), last: kpi.value(summary.last) };
  const time = formatMinute((summary.lastAt + step) * 1_000, language);
  return (
    <li title={text('relatedSummary', { kpi: kpi.name, ...figures, time })}>
      <span className="tt-muted tt-ellipsis">{kpi.name}</span>
      <strong>{figures.last}</strong>
      <svg viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
        <path d={sparkLine(points, size)} />
      </svg>
      <span className="tt-hidden">{text('relatedRange', { ...figures, time })}</span>
    </li>
  );
}

/** Other KPIs of the element over the period of the graph above. Without values there is nothing to show. */
export function RelatedKpis({ alarm, customerId, span, period }: Props) {
  const text = useAlertingTexts();
  const { from, to } = period;
  const { data } = useQuery({
    queryKey: ['alarm-related', customerId, alarm.id, from, to],
    queryFn: ({ signal }) =>
      call(readRelatedSeries, {
        params: { customerId, alarm: alarm.alarm, element: alarm.element },
        query: { from, to },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined || data.kpis.length === 0) return null;
  return (
    <section className="tt-related-kpis" aria-label={text('relatedKpis')}>
      <h3 className="tt-evidence-heading">{text('relatedKpis')}</h3>
      <ul>
        {data.kpis.map((series) => (
          <SmallGraph key={series.kpi} {...{ series, span, period }} />
        ))}
      </ul>
    </section>
  );
}
