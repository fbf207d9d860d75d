import type { DashletSettings } from '#schemas/dashboard/dashlets.ts';
import { elementKinds, type ElementKind } from '#schemas/element/kind.ts';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import type { DefinitionStart } from '#web/kernel/alarm-start/AlarmStartDialog.tsx';
import { proposedThreshold } from './proposed-threshold.ts';

type ChartSettings = Pick<DashletSettings<'timeline'>, 'series' | 'thresholds'>;

/** The kind of the elements of the rows; undefined: one that alarms do not have. */
function kindOfRows({ rows }: Pick<DataResult, 'rows'>): ElementKind | undefined {
  const attribute = rows.find(({ key }) => key.length > 0)?.key.at(-1)?.attribute;
  return elementKinds.find((kind) => kind === attribute);
}

/** The alarm on the first KPI of a chart: undefined where alarms do not watch it. */
export function alarmOfChart(
  { series, thresholds }: ChartSettings,
  { result, kpis }: { readonly result: DataResult | undefined; readonly kpis: KpiDirectory },
): DefinitionStart | undefined {
  const facts = kpis.get(series[0]?.kpi ?? '');
  if (facts === undefined || facts.onlyAccesses) return undefined;
  const limit = proposedThreshold({
    values: result?.rows.flatMap(({ values }) => values[0] ?? []) ?? [],
    unit: facts.unit,
    thresholds,
    isLowBad: facts.kind === 'score' || facts.kind === 'state',
  });
  const target = result === undefined ? undefined : kindOfRows(result);
  return { kpi: facts.key, ...(target !== undefined && { target }), ...limit };
}
