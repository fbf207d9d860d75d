import { requestsOfDashlet } from '#schemas/dashboard/document-requests.ts';
import { dashletTypes, type Dashlet } from '#schemas/dashboard/dashlets.ts';
import { factsIn, type KpiDirectory } from '#schemas/kpi/directory.ts';
import type { Language } from '#web/lib/text.ts';
import { seriesNames } from '../dashlets/shared/chart-lines.ts';

/** KPIs named in a title. */
const NAMED = 2;

/** The title of a dashlet; without one it is named after its KPIs, or its type. */
export function dashletTitle(dashlet: Dashlet, kpis: KpiDirectory, language: Language): string {
  if (dashlet.title !== '') return dashlet.title;
  // Sites that alarms judge have a KPI that is not shown.
  if (!('series' in dashlet.settings) || requestsOfDashlet(dashlet) === undefined)
    return dashletTypes[dashlet.type][language];
  const { series } = dashlet.settings;
  if (series.length === 1) return seriesNames(series, { kpis, language })[0] ?? '';
  // A KPI with several aggregations is named once.
  const names = [
    ...new Set(series.map(({ kpi, label }) => (label === '' ? factsIn(kpis, kpi)[language] : label))),
  ];
  return `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ' …' : ''}`;
}
