import type { askedAggregations } from '#schemas/data/data-request.ts';

/** Aggregations in words. */
export const aggregationNames: Readonly<
  Record<(typeof askedAggregations)[number], { readonly en: string; readonly fr: string }>
> = {
  default: { en: 'Default of the KPI', fr: 'Par défaut du KPI' },
  minimum: { en: 'Minimum', fr: 'Minimum' },
  maximum: { en: 'Maximum', fr: 'Maximum' },
  'minimum date': { en: 'Time of the minimum', fr: 'Heure du minimum' },
  'maximum date': { en: 'Time of the maximum', fr: 'Heure du maximum' },
  first: { en: 'First value', fr: 'Première valeur' },
  last: { en: 'Last value', fr: 'Dernière valeur' },
  average: { en: 'Average', fr: 'Moyenne' },
  sum: { en: 'Sum', fr: 'Somme' },
  percentile: { en: 'Percentile', fr: 'Centile' },
};
