import type { ComputedKpi, Kpi } from '#schemas/kpi/kpi.ts';
import { scopes, type CounterScope } from '#schemas/counter/scope.ts';
import { kpis, type KpiKey } from '#schemas/kpi/library.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import { expressionOf, type Expression } from '../formula/expression.ts';
import { quantityOf, valueOf, volumeAndTime } from '../formula/quantity.ts';
import type { Readings } from '../formula/readings.ts';
import { WINDOW, elementWindows, type RawSample } from './windows-of-samples.ts';

/** What is known of an element that is measured. */
export interface MeasuredElement {
  readonly id: number;
  readonly kind: ElementKind;
  readonly scope: CounterScope;
  /** 0: none. */
  readonly device: number;
  /** Site at a time in seconds: elements move. */
  readonly siteAt: (at: number) => number;
  readonly customerAt: (at: number) => number;
  /** bit/s; absent without a contract. */
  readonly contractIn?: number;
  readonly contractOut?: number;
}

/** The value of a KPI of an element in a window of five minutes. */
export interface NaiveRow {
  readonly customer: number;
  readonly site: number;
  readonly device: number;
  readonly element: number;
  /** Start of the window, seconds since 1970. */
  readonly at: number;
  readonly value: number;
  readonly numerator: number;
  readonly denominator: number;
}

/** The KPI that is computed: a view shows the values of another one. */
export function computedKpi(key: KpiKey): ComputedKpi {
  const kpi: Kpi = kpis[key];
  return 'of' in kpi ? computedKpi(kpi.of as KpiKey) : kpi;
}

const computedKeys = (Object.keys(kpis) as KpiKey[]).filter((key) => !('of' in kpis[key]));

const propertiesOf = ({ contractIn, contractOut }: MeasuredElement): Readonly<Record<string, number>> => ({
  window: WINDOW,
  ...(contractIn !== undefined && contractIn > 0 && { contract_in: contractIn }),
  ...(contractOut !== undefined && contractOut > 0 && { contract_out: contractOut }),
});

interface Formula {
  readonly key: KpiKey;
  readonly kpi: ComputedKpi;
  readonly scope: CounterScope;
  readonly expression: Expression;
}

const formulas: readonly Formula[] = computedKeys.flatMap((key) => {
  const kpi = computedKpi(key);
  return scopes.flatMap((scope) => {
    const text = kpi.formulas[scope];
    return text === undefined ? [] : [{ key, kpi, scope, expression: expressionOf(text) }];
  });
});

/** The formulas of the KPIs of an element. */
export const formulasOf = ({ kind, scope }: Pick<MeasuredElement, 'kind' | 'scope'>): readonly Formula[] =>
  formulas.filter((formula) => formula.kpi.element === kind && formula.scope === scope);

function rowOf(
  { kpi, expression }: Formula,
  readings: Readings,
): Pick<NaiveRow, 'value' | 'numerator' | 'denominator'> | undefined {
  const found = quantityOf(expression, readings);
  if (found === undefined) return undefined;
  const { numerator, denominator } = kpi.kind === 'rate' ? volumeAndTime(found, WINDOW) : found;
  const value = valueOf({ numerator, denominator, isTime: false });
  return value === undefined ? undefined : { value, numerator, denominator };
}

/** Whether a window has no samples: settings and contracts alone are no measure. */
const isUnpolled = (readings: Readings['counters']): boolean =>
  Object.values(readings).every(({ newest }) => newest !== undefined);

/** By KPI: its values per element and window, from raw samples in the order of time. `measured`: the windows that are measured. */
export function measuredRows(
  elements: readonly MeasuredElement[],
  samples: readonly RawSample[],
  measured: readonly number[],
): ReadonlyMap<KpiKey, readonly NaiveRow[]> {
  const byElement = Map.groupBy(samples, ({ element }) => element);
  const found = new Map<KpiKey, NaiveRow[]>();
  for (const element of elements) {
    const windows = elementWindows(byElement.get(element.id) ?? [], measured);
    const properties = propertiesOf(element);
    for (const formula of formulasOf(element))
      for (const [at, readings] of windows) {
        if (isUnpolled(readings)) continue;
        const row = rowOf(formula, { counters: readings, properties });
        if (row === undefined) continue;
        const { id, device, siteAt, customerAt } = element;
        const rows = found.get(formula.key) ?? [];
        rows.push({ ...row, customer: customerAt(at), device, site: siteAt(at), element: id, at });
        found.set(formula.key, rows);
      }
  }
  return found;
}
