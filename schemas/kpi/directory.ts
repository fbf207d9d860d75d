import type { ElementKind } from '../element/kind.ts';
import type { Unit } from '../unit/unit.ts';
import type { DefinedKpi } from './definition.ts';
import { overOf } from './algebra/kind-rules.ts';
import type { QuantityKind, Over } from './algebra/quantity.ts';
import type { Aggregation, ComputedKpi, Kpi, Strategy } from './kpi.ts';
import { scopes, type CounterScope } from '../counter/scope.ts';
import { computedOf, kpiKeys, kpis, type KpiKey } from './library.ts';

/** Facts of a library or defined KPI. */
export interface KpiFacts {
  readonly key: string;
  readonly en: string;
  readonly fr: string;
  readonly unit: Unit;
  readonly element: ElementKind;
  readonly kind: QuantityKind;
  /** Default aggregation over time. */
  readonly aggregation: Aggregation;
  /** Default aggregation over elements. */
  readonly over: Over;
  readonly strategy: Strategy;
  /** Whether the value of a place is that of its WAN accesses. */
  readonly isOfAccesses: boolean;
  /** Whether it shows WAN accesses only: values exist, alarms do not. */
  readonly onlyAccesses: boolean;
  /** Scopes with a formula; a view has those of the KPI it shows. */
  readonly scopes: readonly CounterScope[];
}

/** KPIs by key. */
export type KpiDirectory = ReadonlyMap<string, KpiFacts>;

const scopesOf = (key: KpiKey): readonly CounterScope[] => {
  const kpi: Kpi = kpis[computedOf(key)];
  return 'of' in kpi ? [] : scopes.filter((scope) => kpi.formulas[scope] !== undefined);
};

/** Returns the kind of a KPI, and its default aggregation over elements. */
export function algebraOf(kpi: Kpi): { readonly kind: QuantityKind; readonly over: Over } {
  if (!('of' in kpi)) return { kind: kpi.kind, over: overOf(kpi) };
  const shown = algebraOf(kpis[kpi.of as KpiKey]);
  return { kind: shown.kind, over: kpi.over ?? shown.over };
}

/** The KPI whose values are stored: itself, or the one that a view shows. */
function storedKpi(kpi: Kpi): ComputedKpi {
  return 'of' in kpi ? storedKpi(kpis[kpi.of as KpiKey]) : kpi;
}

function libraryFacts(key: KpiKey): KpiFacts {
  const kpi: Kpi = kpis[key];
  const { en, fr, unit, element, aggregation } = kpi;
  const { strategy, isOfAccesses = false } = storedKpi(kpi);
  const onlyAccesses = 'of' in kpi && kpi.onlyAccesses === true;
  return {
    key,
    en,
    fr,
    unit,
    element,
    ...algebraOf(kpi),
    aggregation,
    strategy,
    isOfAccesses,
    onlyAccesses,
    scopes: scopesOf(key),
  };
}

/** Library KPIs. */
export const libraryDirectory: KpiDirectory = new Map(kpiKeys.map((key) => [key, libraryFacts(key)]));

/** Adds defined KPIs; a library KPI keeps its key. */
export const directoryWith = (others: readonly KpiFacts[]): KpiDirectory =>
  new Map([...others.map((facts) => [facts.key, facts] as const), ...libraryDirectory]);

export const definedFacts = ({ formulas, ...kpi }: DefinedKpi): KpiFacts => ({
  key: kpi.key,
  en: kpi.en,
  fr: kpi.fr,
  unit: kpi.unit,
  element: kpi.element,
  kind: kpi.kind,
  aggregation: kpi.aggregation,
  over: overOf(kpi),
  strategy: kpi.strategy,
  isOfAccesses: false,
  onlyAccesses: false,
  scopes: scopes.filter((scope) => formulas[scope] !== undefined),
});

const unknown = {
  ...({ unit: 'scalar', element: 'device', kind: 'gauge', aggregation: 'average', over: 'average' } as const),
  ...({ strategy: 'before any aggregation', isOfAccesses: false, onlyAccesses: false, scopes: [] } as const),
};

/** Returns the facts of a KPI; for an unknown one, its key as name. */
export const factsIn = (directory: KpiDirectory, key: string): KpiFacts =>
  directory.get(key) ?? { ...unknown, key, en: key, fr: key };
