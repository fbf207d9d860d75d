import type { UndefinedAggregation } from '#schemas/data/compatibility.ts';
import { kindPhrases, overLabel } from '#schemas/kpi/label/algebra-labels.ts';
import { overs, type QuantityKind, type Over } from '#schemas/kpi/algebra/quantity.ts';
import { aggregations, type Aggregation } from '#schemas/kpi/kpi.ts';
import type { Language } from '#web/lib/text.ts';
import { aggregationNames, percentileName } from '../edit/aggregation-names.ts';
import { useProvenanceTexts } from './texts/en.ts';

/** The aggregations in force. */
interface InForce {
  readonly kind: QuantityKind;
  readonly aggregation: Aggregation;
  readonly percentile?: number | undefined;
  readonly over: Over;
}

/** Says that the kind of a KPI does not have a stated aggregation, and which one is shown in its place. */
export function replacementText(
  { setting, stated }: UndefinedAggregation,
  { kind, aggregation, percentile = 95, over }: InForce,
  language: Language,
): string {
  const text = useProvenanceTexts.in(language);
  const phrase = kindPhrases[kind][language];
  if (setting === 'over') {
    const named = overs.find((each) => each === stated);
    const label = named === undefined ? stated : overLabel(named, { kind, isOfAccesses: false })[language];
    return text('replacedOver', { stated: label, kind: phrase, shown: text(`noun-${over}`) });
  }
  const named = aggregations.find((each) => each === stated);
  const label = named === undefined ? stated : aggregationNames[named][language];
  const shown =
    aggregation === 'percentile' ? percentileName(percentile, language) : text(`noun-${aggregation}`);
  return text('replacedTime', { stated: label, kind: phrase, shown });
}
