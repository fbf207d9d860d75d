import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { Scope } from '#schemas/kpi/kpi.ts';

/** Elements of one kind whose measures come from one place: they have the same counters, and the same formulas. */
export interface Source {
  readonly name: string;
  readonly kind: ElementKind;
  readonly scope: Scope;
  /**
   * Counters that are polled or told, sums of flows, or the measures of the elements in a cluster. Flows come in another stream
   * than samples, with clocks of their own: windows of the two are closed apart, each in its lane.
   */
  readonly of: 'samples' | 'flows' | 'members';
  readonly lane: Lane;
  readonly counters: readonly CounterKey[];
}

/** What windows are closed by: the time that samples have reached, or that of flows. */
export type Lane = 'samples' | 'flows';

const keys = Object.keys(counters) as CounterKey[];
const nameOf = (kind: ElementKind, scope: Scope): string => `${kind} ${scope}`;
const grouped = Map.groupBy(keys, (key) => nameOf(counters[key].element, counters[key].scope));

const counted = [...grouped].map(([name, own]): Source => {
  const { element, scope } = counters[own[0] as CounterKey];
  const of = name === nameOf('application', 'flow') ? 'flows' : 'samples';
  return { name, kind: element, scope, of, lane: of, counters: own };
});

const derived = (kind: ElementKind, scope: Scope, { of, lane }: Pick<Source, 'of' | 'lane'>): Source => ({
  name: nameOf(kind, scope),
  kind,
  scope,
  of,
  lane,
  counters: [],
});
const ofFlows = { of: 'flows', lane: 'flows' } as const;

/** In the order of the catalogue, then what flows and clusters add: the place of a source here is its number. */
export const sources: readonly Source[] = [
  ...counted,
  derived('site', 'flow', ofFlows),
  derived('class', 'flow', ofFlows),
  derived('conversation', 'flow', ofFlows),
  derived('area', 'flow', ofFlows),
  derived('cluster', 'flow', ofFlows),
  derived('area', 'snmp', { of: 'members', lane: 'samples' }),
];

/** Number of the elements of a kind that have the counters of a scope; -1 where the catalogue has none. */
export const sourceNumber = (kind: ElementKind, scope: Scope): number =>
  sources.findIndex(({ name }) => name === nameOf(kind, scope));

/** A value for each source, in their order. */
export const perSource = <Value>(of: (source: Source, number: number) => Value): readonly Value[] =>
  sources.map(of);
