import { endpointFaults, headerFaults } from '#schemas/dashboard/dashlets/sdwan.ts';
import { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import { requestsOfDashlet } from '#schemas/dashboard/document-requests.ts';
import { askableOf, incompatibility, undefinedAggregations } from '#schemas/data/compatibility.ts';
import type { DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import type { KpiDirectory, KpiFacts } from '#schemas/kpi/directory.ts';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { fillText } from '#schemas/problem/definition.ts';
import type { Language } from '#web/lib/text.ts';
import { replacementText } from '../../provenance/replacement.ts';
import { incompatibilities } from './incompatibilities.ts';

/** A fault of a dashlet in words, by its path: `settings.series.0.kpi`. */
export interface DashletFault {
  readonly path: string;
  readonly message: string;
  /** Whether the dashlet can be shown although it cannot be saved. */
  readonly isShown?: true;
}

/** Aggregations that the kind of a KPI does not have, with what is shown in their place. */
function algebraFaultsInWords(
  series: DashletSeries,
  { facts, path, language }: { readonly facts: KpiFacts; readonly path: string; readonly language: Language },
): readonly DashletFault[] {
  return undefinedAggregations(facts, series).map((each) => ({
    path: `${path}.${each.setting}`,
    message: replacementText(each, facts, language),
    isShown: true,
  }));
}

/** The KPIs that do not fit what the dashlet requests, with what to change. KPIs that do not exist any more have no fault. */
function kpiFaultsInWords(dashlet: Dashlet, kpis: KpiDirectory, language: Language): readonly DashletFault[] {
  const prompt = requestsOfDashlet(dashlet);
  if (prompt === undefined || !('series' in dashlet.settings)) return [];
  const { keys = [], breakdown = { kind: 'none' }, conversationMode = false } = prompt;
  return dashlet.settings.series.flatMap((series, index): readonly DashletFault[] => {
    const facts = kpis.get(series.kpi);
    if (facts === undefined) return [];
    const path = `settings.series.${String(index)}`;
    const ofAlgebra = algebraFaultsInWords(series, { facts, path, language });
    const reason = incompatibility(askableOf(facts), { keys, breakdown, conversationMode });
    if (reason === undefined) return ofAlgebra;
    const { [language]: sentence } = incompatibilities(conversationMode)[reason];
    const message = fillText(sentence, { kpi: facts[language] }, language);
    return [{ path: `${path}.kpi`, message }, ...ofAlgebra];
  });
}

/** The first filter of a document that cannot be saved. */
export const faultyFilter = (filters: readonly DocumentFilter[]): DocumentFilter | undefined =>
  filters.find((filter) => !DocumentFilter.safeParse(filter).success);

/** Faults of a dashlet that is edited; none: it can be shown and saved. */
export function dashletFaults(
  dashlet: Dashlet,
  kpis: KpiDirectory,
  language: Language,
): readonly DashletFault[] {
  const parsed = parseInput(Dashlet, dashlet);
  if (!parsed.ok)
    return parsed.faults.map((fault) => {
      const { path, message } = inputFaultOf(fault, language);
      return { path, message };
    });
  const ofManagers =
    dashlet.type === 'sdwan'
      ? [...endpointFaults(dashlet.settings), ...headerFaults(dashlet.settings.headers)].map(
          ({ path, ...fault }) => ({ ...fault, path: ['settings', ...path] }),
        )
      : [];
  return [
    ...kpiFaultsInWords(dashlet, kpis, language),
    ...ofManagers.map(({ path, ...fault }) => {
      const { message } = inputFaultOf({ ...fault, path: path.join('.') }, language);
      return { path: path.join('.'), message };
    }),
  ];
}
