import type { DataResult } from '#schemas/data/data-result-size.ts';
import { granularities, type Granularity } from '#schemas/time/granularity.ts';

/** What a reader must know of values without looking further: `coarser` is the granularity that they were computed from. */
export type ResultMark = `mark-${Exclude<Granularity, '5m'>}` | 'markQuantiles' | 'markReplaced';

/** Returns the marks of a result, each once. */
export function resultMarks({ series }: Pick<DataResult, 'series'>): readonly ResultMark[] {
  const coarsest = granularities.findLast((one) =>
    series.some(({ isCoarser, working }) => isCoarser && working === one),
  );
  return [
    ...(coarsest === undefined || coarsest === '5m' ? [] : [`mark-${coarsest}` as const]),
    ...(series.some(({ fromQuantiles }) => fromQuantiles) ? (['markQuantiles'] as const) : []),
    ...(series.some(({ replaced = [] }) => replaced.length > 0) ? (['markReplaced'] as const) : []),
  ];
}
