import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { CounterScope } from '#schemas/counter/scope.ts';

/** Elements of one kind whose measures have one origin: they have the same counters and formulas. */
export interface Source {
  readonly name: string;
  readonly kind: ElementKind;
  readonly scope: CounterScope;
  /**
   * Polled or reported counters, flow sums, or the measures of the elements in a cluster. Flows arrive in
   * another stream than samples, with other clocks, so each pipeline closes its own windows.
   */
  readonly input: 'samples' | 'flows' | 'members';
  readonly pipeline: Pipeline;
  readonly counters: readonly CounterKey[];
}

/** Which watermark closes the windows: that of samples or that of flows. */
export type Pipeline = 'samples' | 'flows';

const keys = Object.keys(counters) as CounterKey[];
const sourceName = (kind: ElementKind, scope: CounterScope): string => `${kind} ${scope}`;
const grouped = Map.groupBy(keys, (key) => sourceName(counters[key].element, counters[key].scope));

const counted = [...grouped].map(([name, own]): Source => {
  const { element, scope } = counters[own[0] as CounterKey];
  const pipeline = name === sourceName('application', 'flow') ? 'flows' : 'samples';
  return { name, kind: element, scope, input: pipeline, pipeline, counters: own };
});

const derived = (
  kind: ElementKind,
  scope: CounterScope,
  { input, pipeline }: Pick<Source, 'input' | 'pipeline'>,
): Source => ({
  name: sourceName(kind, scope),
  kind,
  scope,
  input,
  pipeline,
  counters: [],
});
const flowSource = { input: 'flows', pipeline: 'flows' } as const;

/** In catalogue order, then the flow and cluster sources. The index of a source is its number. */
export const sources: readonly Source[] = [
  ...counted,
  derived('site', 'flow', flowSource),
  derived('class', 'flow', flowSource),
  derived('conversation', 'flow', flowSource),
  derived('area', 'flow', flowSource),
  derived('cluster', 'flow', flowSource),
  derived('area', 'snmp', { input: 'members', pipeline: 'samples' }),
];

/** Returns the source number of an element kind and a scope, -1 if the catalogue has none. */
export const sourceNumber = (kind: ElementKind, scope: CounterScope): number =>
  sources.findIndex(({ name }) => name === sourceName(kind, scope));

/** Maps every source, in order. */
export const perSource = <Value>(of: (source: Source, number: number) => Value): readonly Value[] =>
  sources.map(of);
