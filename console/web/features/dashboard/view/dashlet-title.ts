import { dashletTypes, type Dashlet } from '#schemas/dashboard/dashlets.ts';
import { factsIn, type KpiDirectory } from '#schemas/kpi/directory.ts';
import type { Language } from '#web/lib/text.ts';
import { seriesNames } from '../dashlets/shared/chart-lines.ts';

/** KPIs named in a title. */
const NAMED = 2;

/** Whether a dashlet without a title has the names of its KPIs. Sites that alarms judge have one that is not shown, or that is their size alone. */
export const isNamedAfterKpis = ({ settings }: Pick<Dashlet, 'settings'>): boolean =>
  'series' in settings && !('by' in settings && settings.by === 'alarms');

/** The title of a dashlet; without one it is named after its KPIs, or its type. */
export function dashletTitle(dashlet: Dashlet, kpis: KpiDirectory, language: Language): string {
  if (dashlet.title !== '') return dashlet.title;
  const { settings } = dashlet;
  if (!('series' in settings) || !isNamedAfterKpis(dashlet)) return dashletTypes[dashlet.type][language];
  const { series } = settings;
  if (series.length === 1) return seriesNames(series, { kpis, language })[0] ?? '';
  // A KPI with several aggregations is named once.
  const names = [
    ...new Set(series.map(({ kpi, label }) => (label === '' ? factsIn(kpis, kpi)[language] : label))),
  ];
  return `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ' …' : ''}`;
}
