import type { ElementKind } from '../element/kind.ts';
import type { Unit } from '../unit/unit.ts';
import type { DefinedKpi } from './definition.ts';
import { scopes } from './kpi.ts';
import type { Kpi, CounterScope } from './kpi.ts';
import { computedOf, kpiKeys, kpis } from './library.ts';
import type { KpiKey } from './library.ts';

/** Facts of a library or defined KPI. */
export interface KpiFacts {
  readonly key: string;
  readonly en: string;
  readonly fr: string;
  readonly unit: Unit;
  readonly element: ElementKind;
  /** Scopes with a formula; a view has those of the KPI it shows. */
  readonly scopes: readonly CounterScope[];
}

/** KPIs by key. */
export type KpiDirectory = ReadonlyMap<string, KpiFacts>;

const scopesOf = (key: KpiKey): readonly CounterScope[] => {
  const kpi: Kpi = kpis[computedOf(key)];
  return 'of' in kpi ? [] : scopes.filter((scope) => kpi.formulas[scope] !== undefined);
};

/** Library KPIs. */
export const libraryDirectory: KpiDirectory = new Map(
  kpiKeys.map((key) => {
    const { en, fr, unit, element } = kpis[key];
    return [key, { key, en, fr, unit, element, scopes: scopesOf(key) }];
  }),
);

/** Adds defined KPIs; a library KPI keeps its key. */
export const directoryWith = (others: readonly KpiFacts[]): KpiDirectory =>
  new Map([...others.map((facts) => [facts.key, facts] as const), ...libraryDirectory]);

export const definedFacts = ({ key, en, fr, unit, element, formulas }: DefinedKpi): KpiFacts => ({
  key,
  en,
  fr,
  unit,
  element,
  scopes: scopes.filter((scope) => formulas[scope] !== undefined),
});

/** Returns the facts of a KPI; for an unknown one, its key as name. */
export const factsIn = (directory: KpiDirectory, key: string): KpiFacts =>
  directory.get(key) ?? { key, en: key, fr: key, unit: 'scalar', element: 'device', scopes: [] };
