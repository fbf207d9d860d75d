import { headerFaults } from '#schemas/dashboard/dashlets/sdwan.ts';
import { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import { askedBy } from '#schemas/dashboard/document-requests.ts';
import { incompatibility } from '#schemas/data/compatibility.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { fillText } from '#schemas/problem/definition.ts';
import type { Language } from '#web/lib/text.ts';
import { incompatibilities } from './incompatibilities.ts';

/** A fault of a dashlet in words, by its path: `settings.series.0.kpi`. */
export interface DashletFault {
  readonly path: string;
  readonly message: string;
}

/** The KPIs that do not fit what the dashlet asks, with what to change. KPIs that do not exist any more have no fault. */
function kpiFaultsInWords(dashlet: Dashlet, kpis: KpiDirectory, language: Language): readonly DashletFault[] {
  const question = askedBy(dashlet);
  if (question === undefined) return [];
  const { series, keys = [], breakdown = { kind: 'none' }, conversationMode = false } = question;
  return series.flatMap(({ kpi: key }, index): DashletFault[] => {
    const facts = kpis.get(key);
    if (facts === undefined) return [];
    const kpi = { element: facts.element, ofFlows: facts.scopes.includes('flow') };
    const reason = incompatibility(kpi, { keys, breakdown, conversationMode });
    if (reason === undefined) return [];
    const { [language]: sentence } = incompatibilities(conversationMode)[reason];
    const message = fillText(sentence, { kpi: facts[language] }, language);
    return [{ path: `settings.series.${String(index)}.kpi`, message }];
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
  const ofHeaders =
    dashlet.type === 'sdwan'
      ? headerFaults(dashlet.settings.headers).map(({ path, ...fault }) => ({
          ...fault,
          path: ['settings', ...path],
        }))
      : [];
  return [
    ...kpiFaultsInWords(dashlet, kpis, language),
    ...ofHeaders.map(({ path, ...fault }) => {
      const { message } = inputFaultOf({ ...fault, path: path.join('.') }, language);
      return { path: path.join('.'), message };
    }),
  ];
}
