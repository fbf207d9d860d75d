import type { ResultSeries } from '#schemas/data/data-result-size.ts';
import { undefinedAggregations, type StatedAggregations } from '#schemas/data/compatibility.ts';
import type { GroupAttribute } from '#schemas/data/key-attribute.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import type { BusinessHours } from '#schemas/time/business-hours.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import { percentileName } from '../edit/aggregation-names.ts';
import { elementClauses, isOfSums } from './element-words.ts';
import { pointCount, type PointSpan } from './point-count.ts';
import { useProvenanceTexts, type ProvenanceText } from './texts/en.ts';
import { replacementText } from './replacement.ts';

/** A series of a result with what its request says about it. */
export interface Computed {
  readonly series: ResultSeries;
  /** As requested; from a stored document maybe with aggregations that its kind does not have. */
  readonly stated: StatedAggregations;
  readonly facts: KpiFacts;
  readonly span: PointSpan;
  /** What rows are about. */
  readonly groups: readonly GroupAttribute[];
  readonly businessHours: BusinessHours;
  /** Name of the row of all others together; absent: there is none. */
  readonly others?: string | undefined;
}

/** Words of a language in which values are explained. */
interface Wording {
  readonly text: ProvenanceText;
  readonly language: Language;
}

/** Whether each value is one point: nothing is aggregated over time. */
const isPoint = ({ series: { working }, span: { display, steps } }: Computed): boolean =>
  steps !== null && working === display;

function pointsText(
  { series: { working }, span, businessHours }: Computed,
  { text, language }: Wording,
): string {
  const count = pointCount(span, working, businessHours);
  if (count === undefined) return text(`each-${working}`);
  const [least, most] = [formatNumber(count.least, language), formatNumber(count.most, language)];
  const number = least === most ? most : text('numberRange', { least, most });
  return text(`points-${working}`, { number, count: count.most });
}

/** How points became a value, in words. */
function timePart(computed: Computed, wording: Wording): string {
  const { series, facts, span } = computed;
  const { text, language } = wording;
  const { aggregation, percentile = 0, kind, working } = series;
  const isDate = aggregation === 'minimum date' || aggregation === 'maximum date';
  if (isPoint(computed)) {
    const values = text(`each-${working}`);
    return isDate ? text('timeOf', { values }) : values;
  }
  const per = text(span.steps === null ? 'perPeriod' : `per-${span.display}`);
  if (isOfSums(series, facts)) return text(`sums-${kind}`, { per });
  const points = pointsText(computed, wording);
  return aggregation === 'percentile'
    ? text('of-percentile', { percentile: percentileName(percentile, language), points, per })
    : text(`of-${aggregation}`, { points, per });
}

const capital = (part: string): string => part.charAt(0).toLocaleUpperCase() + part.slice(1);

/** How the values of a series were computed, in one sentence: points, elements, days and time zone. */
export function provenanceOf(computed: Computed, language: Language): string {
  const { series, facts, span, groups, businessHours, others } = computed;
  const text = useProvenanceTexts.in(language);
  const { fromQuantiles, isCoarser, working } = series;
  const isMoment = !isPoint(computed) && !isOfSums(series, facts);
  const parts = [
    timePart(computed, { text, language }),
    ...(fromQuantiles ? [text('quantiles')] : []),
    ...(isCoarser && working !== '5m' ? [text(`coarser-${working}`)] : []),
    ...elementClauses({ series, facts, groups, text }, isMoment),
    ...(others === undefined ? [] : [text('remaining', { others })]),
    ...(businessHours === '24h' ? [] : [text(`hours-${businessHours}`)]),
    span.timeZone,
  ];
  return text('sentence', { parts: capital(parts.join(', ')) });
}

/** What is shown in the place of stored aggregations that the kind of a KPI does not have, a sentence each. */
export function replacementsOf(
  { series, stated, facts }: Pick<Computed, 'series' | 'stated' | 'facts'>,
  language: Language,
): readonly string[] {
  const { replaced = [], kind, over } = series;
  return undefinedAggregations({ kind }, stated)
    .filter((each) => replaced.includes(each.stated))
    .map((each) => replacementText(each, { ...series, over: over ?? facts.over }, language));
}
