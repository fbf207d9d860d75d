import { countersNamed } from '#schemas/kpi/formulas.ts';
import { computedOf, kpis, type KpiKey } from '#schemas/kpi/library.ts';
import type { Kpi } from '#schemas/kpi/kpi.ts';
import type { PollerDependents } from '#schemas/polling/poller-use.ts';
import type { FormulaOverride } from '#schemas/kpi/definition.ts';
import type { FormulaHolders } from './polling-repository.ts';

type DependentKpi = PollerDependents['kpis'][number];

/** The formulas of a KPI of the library in force; those of the KPI that it is a view of. */
function formulasOf(key: string, overrides: readonly FormulaOverride[]): Readonly<Record<string, string>> {
  const measured = computedOf(key as KpiKey);
  const source: Kpi = kpis[measured];
  if ('of' in source) return {};
  const own = overrides.filter(({ kpi }) => kpi === measured).map(({ scope, formula }) => [scope, formula]);
  return { ...source.formulas, ...(Object.fromEntries(own) as Record<string, string>) };
}

/** KPIs with one of these counters in a formula, defined ones first. */
export function kpisOf(counters: readonly string[], { defined, overrides }: FormulaHolders): DependentKpi[] {
  const given = new Set(counters);
  const names = (formulas: Readonly<Record<string, string>>): boolean =>
    countersNamed({ formulas }).some((name) => given.has(name));
  return [
    ...defined
      .filter(({ formulas }) => names(formulas))
      .map(({ key, name_en: en, name_fr: fr, element }) => ({
        key,
        en,
        fr,
        element,
        origin: 'defined' as const,
      })),
    ...Object.entries<Kpi>(kpis)
      .filter(([key]) => names(formulasOf(key, overrides)))
      .map(([key, { en, fr, element }]) => ({ key, en, fr, element, origin: 'library' as const })),
  ];
}
