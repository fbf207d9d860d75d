import type { Over } from '#schemas/kpi/algebra/quantity.ts';
import type { Aggregation, ComputedKpi } from '#schemas/kpi/kpi.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import type { NaiveRow } from './measured-rows.ts';
import { naiveStepStart } from './steps.ts';
import { WINDOW } from './windows-of-samples.ts';

/** How values of elements become those of keys and steps ("Algebra of measures", docs/60-kpi-language.md). */
export interface Algebra {
  readonly kpi: Pick<ComputedKpi, 'kind' | 'strategy' | 'aggregation'>;
  readonly aggregation: Aggregation;
  /** Of a percentile, from 0 to 1. */
  readonly level: number;
  readonly over: Over;
  /** Granularity of the points that are aggregated over time. */
  readonly working: Granularity;
  /** Undefined: one value for the period. */
  readonly display: Granularity | undefined;
  readonly zone: string;
  /** Whether each key is one element. */
  readonly isOfElements: boolean;
  /** Whether hours that the zone cuts count as a unit for the step in which they begin. */
  readonly isOfUncutHours: boolean;
}

interface Point {
  readonly at: number;
  readonly value: number;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const maximumOf = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
const minimumOf = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);

/** The value that at least this share of the points does not exceed. */
export function nearestRank(values: readonly number[], level: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(level * sorted.length)) - 1]!;
}

/** Sums depend on their order in the last digits. */
const isNearly = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-12 * Math.abs(other);
const datesOf = (points: readonly Point[], extreme: number): readonly number[] =>
  points.filter(({ value }) => isNearly(value, extreme)).map(({ at }) => at);

/** Points in the order of time as one value; several are right where several points share an extreme. */
export function overTime(
  points: readonly Point[],
  { aggregation, level }: Pick<Algebra, 'aggregation' | 'level'>,
): readonly number[] {
  const values = points.map(({ value }) => value);
  const table: Readonly<Record<Aggregation, () => readonly number[]>> = {
    minimum: () => [minimumOf(values)],
    maximum: () => [maximumOf(values)],
    'minimum date': () => datesOf(points, minimumOf(values)),
    'maximum date': () => datesOf(points, maximumOf(values)),
    first: () => [values[0]!],
    last: () => [values.at(-1)!],
    average: () => [sumOf(values) / values.length],
    sum: () => [sumOf(values)],
    percentile: () => [nearestRank(values, level)],
  };
  return table[aggregation]();
}

const RATIO = 'after spatial and temporal';
const isBefore = ({ kpi }: Algebra): boolean => kpi.strategy === 'before any aggregation';
const ratioOf = (rows: readonly NaiveRow[]): number =>
  sumOf(rows.map(({ numerator }) => numerator)) / sumOf(rows.map(({ denominator }) => denominator));

/**
 * Time of the elements of one window: of the one observed longest. Of more time than the window has, after a missed poll, counts what all of
 * them have: others were polled, and counted, in the windows before.
 */
export function timeOfWindow(rows: readonly NaiveRow[]): number {
  const times = rows.map(({ denominator }) => denominator);
  if (times.every((time) => time > WINDOW)) return minimumOf(times);
  return Math.min(WINDOW, maximumOf(times));
}

/** Time of rows: each window counts once. */
const timeOf = (rows: readonly NaiveRow[]): number =>
  sumOf([...Map.groupBy(rows, ({ at }) => Math.floor(at / WINDOW)).values()].map(timeOfWindow));
const volumeByTime = (rows: readonly NaiveRow[]): number =>
  sumOf(rows.map(({ numerator }) => numerator)) / timeOf(rows);

/** The value of one element at a point, from its windows in the order of time. */
function ofElement(rows: readonly NaiveRow[], algebra: Algebra): number {
  if (algebra.working === '5m') return rows[0]!.value;
  if (!isBefore(algebra)) return ratioOf(rows);
  const { aggregation } = algebra.kpi;
  return overTime(rows, {
    aggregation: aggregation === 'percentile' ? 'average' : aggregation,
    level: 1,
  })[0]!;
}

const isVolumeByTime = (algebra: Algebra): boolean =>
  algebra.kpi.kind === 'rate' && algebra.over === 'sum' && !isBefore(algebra) && !algebra.isOfElements;

/** The value of all elements of a key at a point. */
function overElements(rows: readonly NaiveRow[], algebra: Algebra): number {
  if (isVolumeByTime(algebra)) return volumeByTime(rows);
  const elements = [...Map.groupBy(rows, ({ element }) => element).values()];
  const values = elements.map((own) => ofElement(own, algebra));
  if (algebra.isOfElements) return values[0]!;
  const table: Readonly<Record<Over, () => number>> = {
    sum: () => sumOf(values),
    maximum: () => maximumOf(values),
    minimum: () => minimumOf(values),
    average: () => sumOf(values) / values.length,
    weighted: () => (isBefore(algebra) ? sumOf(values) / values.length : ratioOf(rows)),
  };
  return table[algebra.over]();
}

/** An average that does not need points: the ratio of sums, volume by time, or of all values alike. */
function averageOf(rows: readonly NaiveRow[], algebra: Algebra): number | undefined {
  if (algebra.aggregation !== 'average') return undefined;
  const isMean = algebra.isOfElements || algebra.over === 'weighted' || algebra.over === 'average';
  if (isBefore(algebra)) {
    const isOfWindows = isMean && algebra.working === '5m';
    return isOfWindows ? sumOf(rows.map(({ value }) => value)) / rows.length : undefined;
  }
  if (algebra.kpi.strategy !== RATIO) return undefined;
  if (isMean) return ratioOf(rows);
  return isVolumeByTime(algebra) ? volumeByTime(rows) : undefined;
}

/** Start of an hour of UTC. */
export const hourOf = (at: number): number => Math.floor(at / 3_600) * 3_600;

/** Start of the step of a row. */
const stepOf = (at: number, step: Granularity, { zone, isOfUncutHours }: Algebra): number =>
  naiveStepStart(isOfUncutHours && step !== '5m' ? hourOf(at) : at, step, zone);

/** The acceptable values of the rows of a key in a step. */
function valuesIn(rows: readonly NaiveRow[], algebra: Algebra): readonly number[] {
  const average = averageOf(rows, algebra);
  if (average !== undefined) return [average];
  const steps = Map.groupBy(rows, ({ at }) => stepOf(at, algebra.working, algebra));
  const points = [...steps].map(([at, own]): Point => ({ at, value: overElements(own, algebra) }));
  return overTime(
    points.toSorted((a, b) => a.at - b.at),
    algebra,
  );
}

/** By key and start of the step (0 for the period): the acceptable values of rows in the order of time. */
export function aggregated(
  rows: readonly NaiveRow[],
  algebra: Algebra,
  keyOf: (row: NaiveRow) => string,
): ReadonlyMap<string, readonly number[]> {
  const { display } = algebra;
  const shown = (at: number): number => (display === undefined ? 0 : stepOf(at, display, algebra));
  const groups = Map.groupBy(rows, (row) => `${keyOf(row)} ${String(shown(row.at))}`);
  return new Map([...groups].map(([name, own]) => [name, valuesIn(own, algebra)]));
}
