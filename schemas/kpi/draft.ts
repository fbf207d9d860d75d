import { z } from 'zod';
import { elementKinds } from '../element/kind.ts';
import { argsOf, type Core } from '../formula/core.ts';
import type { FormulaFault } from '../formula/fault.ts';
import { partsOf } from '../formula/parts.ts';
import { whenValid } from '../problem/when-valid.ts';
import { units } from '../unit/unit.ts';
import { namesWith, type NamedCounter } from './definition.ts';
import { inferKind } from './algebra/infer-kind.ts';
import { checkFormula } from './formulas.ts';
import { quantityKinds, overs, type QuantityKind } from './algebra/quantity.ts';
import { hasAggregation, hasOver } from './algebra/kind-rules.ts';
import { aggregations, strategies, type ComputedKpi } from './kpi.ts';
import { scopes, type CounterScope } from '../counter/scope.ts';
import { Line } from '../text/line.ts';

const Name = Line.min(1, 'REQUIRED').max(100);

const formulas = z
  .array(z.strictObject({ scope: z.enum(scopes), formula: z.string().trim() }))
  .min(1, 'KPI_FORMULA_REQUIRED');

/** A KPI as an administrator enters it. */
export const KpiDraft = z
  .strictObject({
    /** Never changes: dashlets and alarms refer to it. */
    key: z
      .string()
      .trim()
      .regex(/^[a-z][a-z0-9_]{0,62}$/, {
        error: 'KEY_INVALID',
      }),
    en: Name,
    fr: Name,
    unit: z.enum(units),
    element: z.enum(elementKinds),
    /** Absent: that of its unit and formulas. */
    kind: z.enum(quantityKinds).optional(),
    /** Default aggregation over time. */
    aggregation: z.enum(aggregations),
    /** Default aggregation over elements; null: that of its kind. Absent: the same, in an update the stored one. */
    over: z.enum(overs).nullable().optional(),
    strategy: z.enum(strategies),
    formulas,
  })
  .superRefine(({ formulas }, context) => {
    const seen = new Set<string>();
    for (const [index, { scope }] of formulas.entries()) {
      if (seen.has(scope))
        context.addIssue({
          code: 'custom',
          path: ['formulas', index, 'scope'],
          message: 'KPI_FORMULA_REPEATED',
          params: { scope },
        });
      seen.add(scope);
    }
  }, whenValid({ formulas }));
export type KpiDraft = z.infer<typeof KpiDraft>;

/** Aggregations of a draft that its kind does not have. */
export const algebraFaults = (
  { aggregation, over, key }: Pick<KpiDraft, 'aggregation' | 'over' | 'key'>,
  kind: QuantityKind,
): readonly {
  readonly path: 'aggregation' | 'over';
  readonly code: 'AGGREGATION_UNDEFINED';
  readonly params: { readonly kpi: string; readonly aggregation: string };
}[] => {
  const code = 'AGGREGATION_UNDEFINED';
  return [
    ...(hasAggregation(kind, aggregation)
      ? []
      : [{ path: 'aggregation' as const, code, params: { kpi: key, aggregation } } as const]),
    ...(over === undefined || over === null || hasOver(kind, over)
      ? []
      : [{ path: 'over' as const, code, params: { kpi: key, aggregation: over } } as const]),
  ];
};

/** Returns the kind of a draft: as stated, else by its unit and first formula. */
export function kindOfDraft(
  { kind, unit, aggregation, element, formulas: [first] }: KpiDraft,
  counters: readonly NamedCounter[],
): QuantityKind {
  if (kind !== undefined) return kind;
  const { scope, formula } = first ?? { scope: 'snmp' as const, formula: '' };
  const checked = checkFormula(formula, { names: namesWith(counters), element, scope });
  return inferKind({ unit, aggregation, core: checked.ok ? checked.core : undefined });
}

/** A fault in a formula of a draft. */
export interface DraftFault {
  /** Index of the formula. */
  readonly index: number;
  readonly fault: FormulaFault;
}

const operandsOf = (core: Core): readonly Extract<Core, { op: 'operand' }>[] =>
  core.op === 'operand' ? [core] : argsOf(core).flatMap(operandsOf);

/** A formula without a counter would be constant; only sums are stored for flows. */
function meaningFault(text: string, core: Core, isOfFlows: boolean): FormulaFault | undefined {
  const counted = operandsOf(core).filter(({ operand }) => operand.take !== 'property');
  if (counted.length === 0) return { reason: 'counter expected', at: 0, found: text };
  const other = counted.find(({ operand }) => isOfFlows && operand.take !== 'sum');
  return other && { reason: 'not of this counter', at: 0, found: other.operand.name };
}

/** Validates every formula of a draft; `counters` are the defined counters. */
export function draftFaults(
  { formulas, element }: Pick<KpiDraft, 'formulas' | 'element'>,
  counters: readonly NamedCounter[],
): readonly DraftFault[] {
  const names = namesWith(counters);
  const faults: DraftFault[] = [];
  let scale: number | undefined;
  for (const [index, { scope, formula }] of formulas.entries()) {
    const checked = checkFormula(formula, { names, element, scope });
    if (!checked.ok) {
      faults.push({ index, fault: checked.fault });
      continue;
    }
    const isOfFlows = element === 'application' && scope === 'flow';
    const fault = meaningFault(formula, checked.core, isOfFlows);
    if (fault !== undefined) faults.push({ index, fault });
    // Values of all sources are aggregated together: percentages and plain ratios cannot be mixed.
    const own = partsOf(checked.core).scale;
    scale ??= own;
    if (own !== scale) faults.push({ index, fault: { reason: 'other scale', at: 0, found: formula } });
  }
  return faults;
}

/** The first fault of a formula that takes the place of that of a library KPI in a scope; its scale stays that of the KPI. */
export function overrideFault(
  { element, formulas }: Pick<ComputedKpi, 'element' | 'formulas'>,
  { scope, formula }: { readonly scope: CounterScope; readonly formula: string },
  counters: readonly NamedCounter[],
): FormulaFault | undefined {
  const library = { scope, formula: formulas[scope] ?? '' };
  const faults = draftFaults({ element, formulas: [library, { scope, formula }] }, counters);
  return faults.find(({ index }) => index === 1)?.fault;
}
