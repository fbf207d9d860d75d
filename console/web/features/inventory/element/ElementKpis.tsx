import { useQueries } from '@tanstack/react-query';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { readKpiSeries } from '#schemas/kpi/series.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { SmallKpiGraphs } from '#web/kernel/kpi/SmallKpiGraphs.tsx';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import type { KpiPeriod } from './kpi-period.ts';
import { useInventoryTexts } from '../texts/en.ts';

interface Props {
  readonly element: InventoryElement;
  readonly period: KpiPeriod;
}

/** The KPIs of the kind of an element, those with values, over a period. */
export function ElementKpis({ element: { kind, id, customer }, period }: Props) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const { from, to, granularity, step } = period;
  const keys = [...kpis.values()].filter((kpi) => kpi.element === kind).map(({ key }) => key);
  const queries = useQueries({
    queries: keys.map((key) => ({
      ...routeQuery(readKpiSeries, {
        params: { customerId: customer, key },
        query: {
          from,
          to,
          by: 'element' as const,
          elements: String(id),
          working: granularity,
          display: granularity,
        },
      }),
      retry: false,
    })),
  });
  const series = queries.flatMap(({ data }) =>
    data?.series.some(({ points }) => points.length > 0) === true ? [data] : [],
  );
  const waiting = queries.some(({ isPending }) => isPending);
  const failed = queries.find(({ isError }) => isError);
  const state = (): PanelState => {
    if (series.length > 0) return waiting ? { is: 'loading-over' } : { is: 'ready' };
    if (waiting) return { is: 'never-loaded' };
    return failed === undefined
      ? { is: 'empty', title: text('noKpis') }
      : panelStateOf(failed, language, 'DASHBOARD.read');
  };
  return (
    <Panel nested label={text('kpisOf')} state={state()}>
      <SmallKpiGraphs all={series} period={period} step={step} />
    </Panel>
  );
}
