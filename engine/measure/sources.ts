import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { Scope } from '#schemas/kpi/kpi.ts';

/** Elements of one kind whose counters come from one place: they have the same counters, and the same formulas. */
export interface Source {
  readonly name: string;
  readonly kind: ElementKind;
  readonly scope: Scope;
  readonly counters: readonly CounterKey[];
}

const keys = Object.keys(counters) as CounterKey[];
const nameOf = (kind: ElementKind, scope: Scope): string => `${kind} ${scope}`;
const grouped = Map.groupBy(keys, (key) => nameOf(counters[key].element, counters[key].scope));

/** In the order of the catalogue: the place of a source here is its number. */
export const sources: readonly Source[] = [...grouped].map(([name, own]) => {
  const { element, scope } = counters[own[0] as CounterKey];
  return { name, kind: element, scope, counters: own };
});

/** Number of the elements of a kind that have the counters of a scope; -1 where the catalogue has none. */
export const sourceNumber = (kind: ElementKind, scope: Scope): number =>
  sources.findIndex(({ name }) => name === nameOf(kind, scope));

/** A value for each source, in their order. */
export const perSource = <Value>(of: (source: Source, number: number) => Value): readonly Value[] =>
  sources.map(of);
