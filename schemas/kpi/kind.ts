import type { Aggregation } from './kpi.ts';

/**
 * Kinds of quantities. The kind decides how values aggregate over elements and over time (`docs/60-kpi-language.md`).
 *
 * - `counter`: increase of a counter: bytes, packets, errors, flaps.
 * - `rate`: volume per time: bit/s, packets/s.
 * - `ratio`: part of a total: utilisation, loss, errors.
 * - `state`: share of the time in a state: availability.
 * - `gauge`: CPU, memory, temperature.
 * - `count`: things or amounts at a time that add up over elements: sessions, watts.
 * - `duration`: response time, latency, jitter, with the number of measurements as weight.
 * - `score`: quality scores such as a MOS.
 * - `time`: time stamps and ages: last restart, uptime.
 */
export const kinds = [
  ...(['counter', 'rate', 'ratio', 'state', 'gauge', 'count', 'duration', 'score', 'time'] as const),
] as const;
export type Kind = (typeof kinds)[number];

/**
 * How the values of several elements become one. `weighted`: numerators and denominators add up, so that each element counts by its
 * size. `average`: each element counts alike. `maximum` and `minimum`: the element with the highest or lowest value.
 */
export const overs = ['sum', 'weighted', 'average', 'maximum', 'minimum'] as const;
export type Over = (typeof overs)[number];

interface KindRule {
  /** Aggregations over elements; the first one is the default. */
  readonly over: readonly [Over, ...Over[]];
  /** Aggregations over time that do not exist. */
  readonly without: readonly Aggregation[];
}

/** What has no meaning is absent: a sum over time of rates, a mean of percentages of unequal lines, a mean of time stamps. */
export const kindRules: Readonly<Record<Kind, KindRule>> = {
  counter: { over: ['sum', 'maximum', 'minimum'], without: [] },
  rate: { over: ['sum', 'maximum', 'minimum'], without: ['sum'] },
  ratio: { over: ['weighted', 'maximum', 'minimum'], without: ['sum'] },
  state: { over: ['weighted', 'minimum', 'maximum'], without: ['sum'] },
  gauge: { over: ['average', 'maximum', 'minimum'], without: ['sum'] },
  count: { over: ['sum', 'average', 'maximum', 'minimum'], without: ['sum'] },
  duration: { over: ['weighted', 'maximum', 'minimum'], without: ['sum'] },
  score: { over: ['minimum', 'maximum'], without: ['sum'] },
  time: { over: ['maximum', 'minimum'], without: ['sum', 'average', 'percentile'] },
};

export const hasOver = (kind: Kind, over: Over): boolean => kindRules[kind].over.includes(over);

export const hasAggregation = (kind: Kind, aggregation: Aggregation): boolean =>
  !kindRules[kind].without.includes(aggregation);

/** Returns the aggregation over elements of a KPI: its own, or that of its kind. */
export const overOf = ({ kind, over }: { readonly kind: Kind; readonly over?: Over | undefined }): Over =>
  over ?? kindRules[kind].over[0];
