import { definedKpi } from '#platform/kpi/load.ts';
import type { ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { scopes } from '#schemas/kpi/kpi.ts';
import type { Kpi, CounterScope } from '#schemas/kpi/kpi.ts';
import { kpis } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { KpiDescription } from '#schemas/kpi/description.ts';
import type { KpiRow } from './kpi-repository.ts';

function described(key: string, kpi: Kpi): KpiDescription {
  const { en, fr, unit, element, aggregation } = kpi;
  const common = { key, en, fr, unit, element, aggregation };
  if ('of' in kpi) return { ...common, strategy: null, of: kpi.of, formulas: [] };
  const formulas = scopes.flatMap((scope: CounterScope) => {
    const formula = kpi.formulas[scope];
    return formula === undefined ? [] : [{ scope, formula }];
  });
  return { ...common, strategy: kpi.strategy, of: null, formulas };
}

export const describeLibraryKpi = (key: KpiKey): KpiDescription => described(key, kpis[key]);
export const describeDefinedKpi = (row: KpiRow): KpiDescription => described(row.key, definedKpi(row));

export const listedLibraryKpi = (key: KpiKey): ListedKpi => ({
  ...describeLibraryKpi(key),
  origin: 'library',
  version: null,
  updatedAt: null,
  updatedBy: null,
});

export const listedDefinedKpi = (row: KpiRow): ListedKpi => ({
  ...describeDefinedKpi(row),
  origin: 'defined',
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by,
});
