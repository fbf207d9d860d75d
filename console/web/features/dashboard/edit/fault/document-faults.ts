import { headerFaults } from '#schemas/dashboard/dashlets/sdwan.ts';
import { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { kpiFaults } from '#schemas/dashboard/document-requests.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import type { Language } from '#web/lib/text.ts';

/** A fault of a dashlet in words, by its path: `settings.series.0.kpi`. */
export interface DashletFault {
  readonly path: string;
  readonly message: string;
}

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
  const ofKpis = kpiFaults(dashlet, (key) => {
    const facts = kpis.get(key);
    return facts && { element: facts.element, ofFlows: facts.scopes.includes('flow') };
  });
  const ofHeaders =
    dashlet.type === 'sdwan'
      ? headerFaults(dashlet.settings.headers).map(({ path, ...fault }) => ({
          ...fault,
          path: ['settings', ...path],
        }))
      : [];
  return [...ofKpis, ...ofHeaders].map(({ path, ...fault }) => {
    const { message } = inputFaultOf({ ...fault, path: path.join('.') }, language);
    return { path: path.join('.'), message };
  });
}
