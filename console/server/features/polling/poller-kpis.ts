import { countersNamed } from '#schemas/kpi/formulas.ts';
import { kpis } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { Kpi } from '#schemas/kpi/kpi.ts';
import type { PollerDependents } from '#schemas/polling/poller-use.ts';
import type { DefinedKpiRow } from './polling-repository.ts';

type DependentKpi = PollerDependents['kpis'][number];

/** The formulas of a KPI of the library; those of the KPI that it is a view of. */
function formulasOf(kpi: Kpi): Readonly<Record<string, string>> {
  const source: Kpi = 'of' in kpi ? kpis[kpi.of as KpiKey] : kpi;
  return 'of' in source ? {} : { ...source.formulas };
}

/** KPIs with one of these counters in a formula, defined ones first. */
export function kpisOf(counters: readonly string[], defined: readonly DefinedKpiRow[]): DependentKpi[] {
  const wanted = new Set(counters);
  const names = (formulas: Readonly<Record<string, string>>): boolean =>
    countersNamed({ formulas }).some((name) => wanted.has(name));
  return [
    ...defined
      .filter(({ formulas }) => names(formulas))
      .map(({ key, name_en: en, name_fr: fr, element }) => ({
        ...{ key, en, fr, element },
        origin: 'defined' as const,
      })),
    ...Object.entries<Kpi>(kpis)
      .filter(([, kpi]) => names(formulasOf(kpi)))
      .map(([key, { en, fr, element }]) => ({ ...{ key, en, fr, element }, origin: 'library' as const })),
  ];
}
