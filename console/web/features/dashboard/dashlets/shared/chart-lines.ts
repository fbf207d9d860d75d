import type { DataResult, DataRow, KeyPart, ResultSeries } from '#schemas/data/data-result-size.ts';
import { isOfDates, type DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import { factsIn, type KpiDirectory } from '#schemas/kpi/directory.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import type { Language } from '#web/lib/text.ts';
import { aggregationPhrase } from '../../edit/aggregation-names.ts';
import { overPhrase } from '../../provenance/over-phrase.ts';

/** Words that data does not carry. */
export interface ChartWords {
  readonly kpis: KpiDirectory;
  readonly language: Language;
  readonly others: string;
  /** Sites that the caller does not see, together. */
  readonly hidden: string;
  readonly unknown: string;
  /** An element that is no longer in the inventory, by its last name. */
  readonly deleted: (name: string) => string;
  /** Elements that are no longer in the inventory, together. */
  readonly deletedElements: string;
  /** The other end of a conversation that is at no site of the customer. */
  readonly outside: string;
}

/** The values of a row for a series: a line, a bar, a slice or a dial. */
export interface ChartLine {
  readonly id: string;
  readonly name: string;
  readonly unit: Unit;
  /** Decimals of its values, if its series states them. */
  readonly decimals?: number;
  /** Where the levels of its values begin. */
  readonly limits?: readonly number[];
  /** Of its dates: that of the result. */
  readonly timeZone?: string;
  /** Index of its series in the settings. */
  readonly series: number;
  readonly isOthers: boolean;
  /** Elements that its row stands for; of all others together none. */
  readonly key?: readonly KeyPart[];
  readonly values: readonly (number | null)[];
  /** Values of the period that it is compared with. */
  readonly earlier?: readonly (number | null)[];
  /** Place of the line with which it is compared. */
  readonly earlierOf?: number;
}

type KeyWords = Pick<ChartWords, 'others' | 'hidden' | 'unknown' | 'deleted' | 'deletedElements' | 'outside'>;

/** A part of the key of a row in words. */
export function partName({ attribute, id, name, hidden, deleted }: KeyPart, words: KeyWords): string {
  if (hidden === true) return words.hidden;
  if (deleted === true) return name === null ? words.deletedElements : words.deleted(name);
  const isOutside = attribute === 'conversation' && id === 0;
  return name ?? (isOutside ? words.outside : words.unknown);
}

/** The key of a row in words. A part that the next one begins with, as a tunnel with its device, is not named twice. */
export function rowName({ key, others }: DataRow, words: KeyWords): string {
  if (others === true) return words.others;
  const names = key.map((part) => partName(part, words));
  return names.filter((name, index) => names[index + 1]?.startsWith(name) !== true).join(' · ');
}

type NamedSeries = Pick<DashletSeries, 'label' | 'kpi'> &
  Partial<Pick<DashletSeries, 'aggregation' | 'percentile' | 'over'>>;

/** The aggregation over time of a series where it is not that of its KPI, in words. */
function aggregationPart(
  { kpi, aggregation: stated = 'default', percentile }: NamedSeries,
  { kpis, language }: Pick<ChartWords, 'kpis' | 'language'>,
  found: ResultSeries | undefined,
): string | undefined {
  const own = factsIn(kpis, kpi).aggregation;
  const aggregation = found?.aggregation ?? (stated === 'default' ? own : stated);
  return aggregation === own ? undefined : aggregationPhrase(aggregation, percentile, language);
}

/**
 * What the series of a dashlet are called. Without a label of their own they are named after their KPI, with an aggregation that is not that of
 * the KPI, and with what of several WAN accesses is shown. `found`: the series of the result.
 */
export function seriesNames(
  series: readonly NamedSeries[],
  words: Pick<ChartWords, 'kpis' | 'language'>,
  found: readonly ResultSeries[] = [],
): readonly string[] {
  const { kpis, language } = words;
  return series.map((each, index) => {
    const { label, kpi, over } = each;
    if (label !== '') return label;
    const facts = factsIn(kpis, kpi);
    const parts = [
      aggregationPart(each, words, found[index]),
      overPhrase(facts, { stated: over, found: found[index] }, language),
    ];
    return [facts[language], ...parts.filter((part) => part !== undefined)].join(', ');
  });
}

/** Unit of a series: dates of an extreme are dates, whatever the KPI is measured in. */
export function unitOf(result: DataResult, series: readonly DashletSeries[], index: number): Unit {
  const found = result.series[index];
  if (found !== undefined && isOfDates(found)) return 'timestamp';
  return series[index]?.unit ?? found?.unit ?? 'scalar';
}

export type LineStyle = Pick<ChartLine, 'unit' | 'decimals' | 'limits' | 'timeZone'>;

/** How values of a series are shown. */
export function styleOf(result: DataResult, series: readonly DashletSeries[], index: number): LineStyle {
  const { decimals, formatting = [] }: Partial<DashletSeries> = series[index] ?? {};
  const unit = unitOf(result, series, index);
  return {
    unit,
    ...(unit === 'timestamp' && { timeZone: result.timeZone }),
    ...(decimals !== undefined && { decimals }),
    ...(formatting.length > 0 && { limits: formatting.map(({ from }) => from) }),
  };
}

/** Every row of every series of a result, named by what distinguishes them. */
export function chartLines(
  result: DataResult,
  series: readonly DashletSeries[],
  words: ChartWords,
): readonly ChartLine[] {
  const isOneSeries = series.length === 1;
  const names = seriesNames(series, words, result.series);
  const styles = series.map((_, index) => styleOf(result, series, index));
  return result.rows.flatMap((row) => {
    const of = rowName(row, words);
    return series.map((_, index): ChartLine => {
      const own = names[index] ?? '';
      return {
        id: `${row.others === true ? 'others' : row.key.map(({ attribute, id }) => `${attribute}${String(id)}`).join('-')} ${String(index)}`,
        name: of === '' ? own : isOneSeries ? of : `${of} · ${own}`,
        unit: 'scalar',
        ...styles[index],
        series: index,
        isOthers: row.others === true,
        ...(row.others !== true && { key: row.key }),
        values: row.values[index] ?? [],
        ...(row.earlier && { earlier: row.earlier[index] ?? [] }),
      };
    });
  });
}

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

export const lastOf = (values: readonly (number | null)[]): number | null =>
  values.findLast(isNumber) ?? null;

/** What a legend shows next to a name. */
export function lineSummary(
  values: readonly (number | null)[],
  which: 'minimum' | 'maximum' | 'average' | 'last',
): number | null {
  const known = values.filter(isNumber);
  if (known.length === 0) return null;
  if (which === 'last') return known.at(-1) ?? null;
  if (which === 'average') return known.reduce((sum, value) => sum + value, 0) / known.length;
  return known.reduce((best, value) => (which === 'minimum' ? Math.min(best, value) : Math.max(best, value)));
}

/** The lines of a name in a narrow place: that of a device, then what is behind it. */
export function nameLines(name: string): readonly string[] {
  const at = name.indexOf(' · ');
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 3)];
}
