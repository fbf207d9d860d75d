import type { QuantityKind } from './quantity.ts';
import type { Aggregation } from '../kpi.ts';

/**
 * Whether points without flows count as 0: a volume or rate of which nothing was exported is 0, and the minimum, average or percentile of
 * its other points would be too high.
 */
export const isIdleZero = ({
  kind,
  aggregation,
}: {
  readonly kind: QuantityKind;
  readonly aggregation: Aggregation;
}): boolean =>
  (kind === 'counter' || kind === 'rate') &&
  (aggregation === 'minimum' || aggregation === 'average' || aggregation === 'percentile');
