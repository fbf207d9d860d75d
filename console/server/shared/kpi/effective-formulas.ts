import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { KpiDescription } from '#schemas/kpi/description.ts';
import { overrideOf } from '#schemas/kpi/formulas.ts';
import type { ComputedKpi } from '#schemas/kpi/kpi.ts';
import { scopes } from '#schemas/counter/scope.ts';

/** The formulas of a KPI in force, in the order of the scopes. */
export const effectiveFormulas = (
  key: string,
  { formulas }: Pick<ComputedKpi, 'formulas'>,
  overrides: KpiDefinitions['overrides'],
): KpiDescription['formulas'] =>
  scopes.flatMap((scope) => {
    const formula = formulas[scope];
    if (formula === undefined) return [];
    return [{ scope, formula: overrideOf({ overrides }, key, scope) ?? formula }];
  });
