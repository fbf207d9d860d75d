import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { readRelatedSeries } from '#schemas/alerting/series-routes.ts';
import type { GraphPeriod } from '#web/kernel/kpi/graph-points.ts';
import { SmallKpiGraphs } from '#web/kernel/kpi/SmallKpiGraphs.tsx';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useEvidenceTexts } from './texts/en.ts';
import { stepSecondsOf, type GraphSpan } from './kpi-graph.ts';

interface Props {
  readonly alarm: AlarmRow;
  readonly customerId: number;
  readonly span: GraphSpan;
  readonly period: GraphPeriod;
}

/** Other KPIs of the element over the period of the graph above. Without values there is nothing to show. */
export function RelatedKpis({ alarm, customerId, span, period }: Props) {
  const text = useEvidenceTexts();
  const { from, to } = period;
  const { data } = useQuery({
    ...routeQuery(readRelatedSeries, {
      params: { customerId, alarm: alarm.alarm, element: alarm.element },
      query: { from, to },
    }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined || data.kpis.length === 0) return null;
  return (
    <section aria-label={text('relatedKpis')}>
      <h3 className="tt-evidence-heading">{text('relatedKpis')}</h3>
      <SmallKpiGraphs all={data.kpis} period={period} step={stepSecondsOf(span)} />
    </section>
  );
}
