import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';

/** The counters that are sums of flows, in column order. */
export const flowCounterKeys: readonly CounterKey[] = (Object.keys(counters) as CounterKey[]).filter(
  (key) => counters[key].scope === 'flow' && counters[key].element === 'application',
);

export const flowColumn = (key: CounterKey): number => flowCounterKeys.indexOf(key);

/** Flow sums of one window for each slot of one source. */
export interface FlowSums {
  /** 1 where there were flows. */
  readonly present: Uint8Array;
  /** By flow counter. */
  readonly columns: readonly Float64Array[];
}

export const emptySums = (slots: number): FlowSums => ({
  present: new Uint8Array(slots),
  columns: flowCounterKeys.map(() => new Float64Array(slots)),
});
