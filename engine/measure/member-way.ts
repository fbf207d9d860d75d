import type { Aggregation, Kpi } from '#schemas/kpi/kpi.ts';
import { kpis } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';

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
export function wayOf(key: KpiKey): Way {
  const kpi: Kpi = kpis[key];
  if ('strategy' in kpi && kpi.strategy !== 'before any aggregation') return 'parts';
  return ways[kpi.aggregation] ?? 'average';
}
