import type { KpiFacts } from '../directory.ts';
import type { QuantityKind, Over } from '../algebra/quantity.ts';
import type { Aggregation } from '../kpi.ts';

interface Label {
  readonly en: string;
  readonly fr: string;
}

/** Kinds in words. */
export const kindLabels: Readonly<Record<QuantityKind, Label>> = {
  counter: { en: 'Counter', fr: 'Compteur' },
  rate: { en: 'Rate', fr: 'Débit' },
  ratio: { en: 'Ratio', fr: 'Ratio' },
  state: { en: 'State', fr: 'État' },
  gauge: { en: 'Gauge', fr: 'Jauge' },
  count: { en: 'Count', fr: 'Nombre' },
  duration: { en: 'Duration', fr: 'Durée' },
  score: { en: 'Score', fr: 'Score' },
  time: { en: 'Time stamp or age', fr: 'Date ou ancienneté' },
};

/** Kinds within a sentence: “does not exist for a rate”. */
export const kindPhrases: Readonly<Record<QuantityKind, Label>> = {
  counter: { en: 'a counter', fr: 'un compteur' },
  rate: { en: 'a rate', fr: 'un débit' },
  ratio: { en: 'a ratio', fr: 'un ratio' },
  state: { en: 'a state', fr: 'un état' },
  gauge: { en: 'a gauge', fr: 'une jauge' },
  count: { en: 'a count', fr: 'un nombre' },
  duration: { en: 'a duration', fr: 'une durée' },
  score: { en: 'a score', fr: 'un score' },
  time: { en: 'a time stamp or age', fr: 'une date ou une ancienneté' },
};

/** Aggregations over time in words. */
export const aggregationLabels: Readonly<Record<Aggregation, Label>> = {
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

const overLabels: Readonly<Record<Over, Label>> = {
  sum: { en: 'Sum', fr: 'Somme' },
  weighted: { en: 'Weighted', fr: 'Pondérée' },
  average: { en: 'Average', fr: 'Moyenne' },
  maximum: { en: 'Highest', fr: 'Maximum' },
  minimum: { en: 'Lowest', fr: 'Minimum' },
};

const worstLabels = {
  maximum: { en: 'Worst (highest)', fr: 'Pire (maximum)' },
  minimum: { en: 'Worst (lowest)', fr: 'Pire (minimum)' },
} as const satisfies Partial<Record<Over, Label>>;

type Judged = Pick<KpiFacts, 'kind' | 'isOfAccesses'>;

/** Returns the extreme over elements that is the worst one; undefined where the kind leaves it open: a high ratio may be good. */
export function worstOver({ kind, isOfAccesses }: Judged): 'maximum' | 'minimum' | undefined {
  if (kind === 'state' || kind === 'score') return 'minimum';
  return kind === 'duration' || isOfAccesses ? 'maximum' : undefined;
}

/** An aggregation over elements within a sentence: `worst`. */
export function overWord(over: Over, facts: Judged): Label {
  if (over === worstOver(facts)) return { en: 'worst', fr: 'pire' };
  const { en, fr } = overLabels[over];
  return { en: en.toLowerCase(), fr: fr.toLowerCase() };
}

/** An aggregation over elements in words, for KPIs of a kind. */
export function overLabel(over: Over, facts: Judged): Label {
  const worst = worstOver(facts);
  return worst !== undefined && over === worst ? worstLabels[worst] : overLabels[over];
}
