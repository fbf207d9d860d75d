import type { selectableAggregations } from '#schemas/data/data-request.ts';
import { aggregationLabels } from '#schemas/kpi/label/algebra-labels.ts';
import type { Aggregation } from '#schemas/kpi/kpi.ts';
import type { Language } from '#web/lib/text.ts';

/** Aggregations in words. */
export const aggregationNames: Readonly<
  Record<(typeof selectableAggregations)[number], { readonly en: string; readonly fr: string }>
> = {
  default: { en: 'KPI default', fr: 'Par défaut du KPI' },
  ...aggregationLabels,
};

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** A percentile in words: `95th percentile`, `95e centile`. */
export function percentileName(level: number, language: Language): string {
  const number = level.toLocaleString(language, { maximumFractionDigits: 1 });
  if (language === 'fr') return `${number}${level === 1 ? 'er' : 'e'} centile`;
  return `${number}${endings[ordinals.select(level)] ?? 'th'} percentile`;
}

/** An aggregation over time within a sentence: `maximum`, `95th percentile`. */
export const aggregationPhrase = (
  aggregation: Aggregation,
  percentile: number | undefined,
  language: Language,
): string =>
  aggregation === 'percentile' && percentile !== undefined
    ? percentileName(percentile, language)
    : aggregationNames[aggregation][language].toLocaleLowerCase(language);
