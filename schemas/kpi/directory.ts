import type { ElementKind } from '../element/kind.ts';
import type { Unit } from '../unit/unit.ts';
import type { DefinedKpi } from './definition.ts';
import { overOf } from './kind.ts';
import type { Kind, Over } from './kind.ts';
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
  readonly kind: Kind;
  /** Default aggregation over elements. */
  readonly over: Over;
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
export function algebraOf(kpi: Kpi): { readonly kind: Kind; readonly over: Over } {
  if (!('of' in kpi)) return { kind: kpi.kind, over: overOf(kpi) };
  const shown = algebraOf(kpis[kpi.of as KpiKey]);
  return { kind: shown.kind, over: kpi.over ?? shown.over };
}

/** Library KPIs. */
export const libraryDirectory: KpiDirectory = new Map(
  kpiKeys.map((key) => {
    const kpi: Kpi = kpis[key];
    const { en, fr, unit, element } = kpi;
    const onlyAccesses = 'of' in kpi && kpi.onlyAccesses === true;
    return [key, { key, en, fr, unit, element, ...algebraOf(kpi), onlyAccesses, scopes: scopesOf(key) }];
  }),
);

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
  over: overOf(kpi),
  onlyAccesses: false,
  scopes: scopes.filter((scope) => formulas[scope] !== undefined),
});

const unknown = {
  ...({ unit: 'scalar', element: 'device', kind: 'gauge', over: 'average' } as const),
  ...{ onlyAccesses: false, scopes: [] },
};

/** Returns the facts of a KPI; for an unknown one, its key as name. */
export const factsIn = (directory: KpiDirectory, key: string): KpiFacts =>
  directory.get(key) ?? { ...unknown, key, en: key, fr: key };
