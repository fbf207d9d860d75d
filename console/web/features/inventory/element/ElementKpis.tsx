import { useMemo } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { readKpiSeries } from '#schemas/kpi/series.ts';
import { DAY_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { SmallKpiGraphs } from '#web/kernel/kpi/SmallKpiGraphs.tsx';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { useInventoryTexts } from '../use-inventory-texts.ts';

const STEP_SECONDS = (5 * MINUTE_MS) / 1_000;

/** The last day, up to a step that ends. */
function lastDay(): { readonly from: number; readonly to: number } {
  const to = Math.ceil(now() / 1_000 / STEP_SECONDS) * STEP_SECONDS;
  return { from: to - DAY_MS / 1_000, to };
}

/** The KPIs of the kind of an element, those with values, over the last day. */
export function ElementKpis({ element: { kind, id, customer } }: { readonly element: InventoryElement }) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const period = useMemo(() => lastDay(), []);
  const keys = [...kpis.values()].filter((kpi) => kpi.element === kind).map(({ key }) => key);
  const queries = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['element-kpi', customer, id, key, period.to],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        call(readKpiSeries, {
          params: { customerId: customer, key },
          query: { ...period, by: 'element' as const, elements: String(id), working: '5m', display: '5m' },
          signal,
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
    <Panel nested label={text('kpis')} state={state()}>
      <SmallKpiGraphs all={series} period={period} step={STEP_SECONDS} />
    </Panel>
  );
}
