import type { Over, QuantityKind } from './quantity.ts';
import type { Aggregation } from '../kpi.ts';

interface KindRule {
  /** Aggregations over elements; the first one is the default. */
  readonly over: readonly [Over, ...Over[]];
  /** Aggregations over time that do not exist. */
  readonly without: readonly Aggregation[];
}

/** What has no meaning is absent: a sum over time of rates, a mean of percentages of unequal lines, a mean of time stamps. */
export const kindRules: Readonly<Record<QuantityKind, KindRule>> = {
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

export const hasOver = (kind: QuantityKind, over: Over): boolean => kindRules[kind].over.includes(over);

export const hasAggregation = (kind: QuantityKind, aggregation: Aggregation): boolean =>
  !kindRules[kind].without.includes(aggregation);

/** Returns the aggregation over elements of a KPI: its own, or that of its kind. */
export const overOf = ({
  kind,
  over,
}: {
  readonly kind: QuantityKind;
  readonly over?: Over | undefined;
}): Over => over ?? kindRules[kind].over[0];
