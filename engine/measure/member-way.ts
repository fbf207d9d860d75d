import type { Aggregation, ComputedKpi } from '#schemas/kpi/kpi.ts';

/** How the measures of members become that of their cluster: by their parts, or by their values. */
export type Way = 'parts' | 'minimum' | 'maximum' | 'sum' | 'average';

/** Within one window no member comes before another: of first and last the mean is left. */
const ways: Partial<Record<Aggregation, Way>> = {
  minimum: 'minimum',
  'minimum date': 'minimum',
  maximum: 'maximum',
  'maximum date': 'maximum',
  sum: 'sum',
};

/** A ratio adds up the parts of its members; what is computed before any aggregation puts their values together. */
export const wayOf = ({ strategy, aggregation }: Pick<ComputedKpi, 'strategy' | 'aggregation'>): Way =>
  strategy === 'before any aggregation' ? (ways[aggregation] ?? 'average') : 'parts';
