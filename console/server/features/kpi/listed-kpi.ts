import { definedKpi } from '#platform/kpi/load.ts';
import type { ListedFormula, ListedKpi } from '#schemas/kpi/definition-routes.ts';
import type { KpiOrigin } from '#schemas/kpi/origin.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { KpiDescription } from '#schemas/kpi/description.ts';
import type { Kpi } from '#schemas/kpi/kpi.ts';
import { algebraOf } from '#schemas/kpi/directory.ts';
import { kpis, type KpiKey } from '#schemas/kpi/library.ts';
import { effectiveFormulas } from '#server/shared/kpi/effective-formulas.ts';
import type { KpiRow } from './kpi-repository.ts';
import type { OverrideRow } from './formula-override-repository.ts';

function described(key: string, kpi: Kpi, overrides: KpiDefinitions['overrides'] = []): KpiDescription {
  const { en, fr, unit, element, aggregation } = kpi;
  const { kind, over } = algebraOf(kpi);
  const onlyAccesses = 'of' in kpi && kpi.onlyAccesses === true;
  const common = { key, en, fr, unit, element, kind, aggregation, over, onlyAccesses };
  if ('of' in kpi) return { ...common, strategy: null, of: kpi.of, formulas: [] };
  return { ...common, strategy: kpi.strategy, of: null, formulas: effectiveFormulas(key, kpi, overrides) };
}

export const describeLibraryKpi = (key: KpiKey, overrides: KpiDefinitions['overrides']): KpiDescription =>
  described(key, kpis[key], overrides);
export const describeDefinedKpi = (row: KpiRow): KpiDescription => described(row.key, definedKpi(row));

const notOverridden = {
  library: null,
  overridden: false,
  version: 0,
  updatedAt: null,
  updatedBy: null,
} as const satisfies Partial<ListedFormula>;

/** `rows` are the overrides of the KPI, also those that were reset. */
export function listedLibraryKpi(key: KpiKey, rows: readonly OverrideRow[]): ListedKpi {
  const description = described(key, kpis[key]);
  const formulas = description.formulas.map(({ scope, formula: library }): ListedFormula => {
    const row = rows.find((one) => one.kpi === key && one.scope === scope);
    if (row === undefined) return { ...notOverridden, scope, formula: library, library };
    return {
      scope,
      library,
      formula: row.formula ?? library,
      overridden: row.formula !== null,
      version: row.version,
      updatedAt: row.updated_at.toISOString(),
      updatedBy: row.updated_by,
    };
  });
  const origin: KpiOrigin = formulas.some(({ overridden }) => overridden) ? 'overridden' : 'library';
  return { ...description, formulas, origin, version: null, updatedAt: null, updatedBy: null };
}

export function listedDefinedKpi(row: KpiRow): ListedKpi {
  const description = describeDefinedKpi(row);
  return {
    ...description,
    formulas: description.formulas.map((own) => ({ ...notOverridden, ...own })),
    origin: 'defined',
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
  };
}
