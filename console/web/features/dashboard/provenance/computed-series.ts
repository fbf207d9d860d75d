import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { groupAttributesIn } from '#schemas/data/key-attribute.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import type { ChartWords } from '../dashlets/shared/chart-lines.ts';
import type { Computed } from './provenance.ts';

/** The series of a result with what explains them. */
export function computedSeries(
  result: DataResult,
  { series, keys = [], breakdown, businessHours = '24h' }: DataRequestInput,
  { kpis, others }: Pick<ChartWords, 'kpis' | 'others'>,
): readonly Computed[] {
  const { display, timeZone, from, to, steps } = result;
  const hasOthers = breakdown?.kind === 'top' && breakdown.others === true;
  return result.series.map((found, index) => ({
    series: found,
    stated: series[index] ?? {},
    facts: factsIn(kpis, found.kpi),
    span: { display, timeZone, from, to, steps },
    groups: groupAttributesIn(keys),
    businessHours,
    ...(hasOthers && { others }),
  }));
}
