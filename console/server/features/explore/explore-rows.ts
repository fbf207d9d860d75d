import type { ExploreMeasure, ExploreValues } from '#schemas/explore/explore.ts';

/** Sums by step, those of the period without steps. */
export interface StepSums {
  readonly value: readonly number[];
  readonly sent: readonly number[];
}

const BITS = 8;
const LEVEL = 0.95;

const perSecond: Readonly<Record<ExploreMeasure, number | undefined>> = {
  bytes: undefined,
  packets: undefined,
  flows: undefined,
  bps: BITS,
  pps: 1,
};

const totalOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Nearest rank, as everywhere: the smallest value that at least 95 % of all do not exceed. Steps without flows are zero. */
const percentile95 = (values: readonly number[]): number | null => {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.max(1, Math.ceil(LEVEL * sorted.length)) - 1] ?? null;
};

/** Each of some values with those of others added or taken away. */
export const minus = (one: StepSums, others: readonly StepSums[]): StepSums => {
  const less = (of: keyof StepSums) =>
    one[of].map((value, step) => Math.max(0, value - totalOf(others.map((each) => each[of][step] ?? 0))));
  return { value: less('value'), sent: less('sent') };
};

interface ShownMeasure {
  readonly measure: ExploreMeasure;
  /** Seconds of the period, and of each step within it; undefined: no steps. */
  readonly seconds: number;
  readonly stepSeconds: readonly number[] | undefined;
  readonly bothWays: boolean;
}

/** The values of sums in the unit of the measure. */
export function exploreValues(
  sums: StepSums,
  earlier: StepSums | undefined,
  shown: ShownMeasure,
): ExploreValues {
  const { measure, seconds, stepSeconds, bothWays } = shown;
  const per = perSecond[measure];
  const ofPeriod = (values: readonly number[]): number =>
    per === undefined ? totalOf(values) : (per * totalOf(values)) / seconds;
  const ofSteps = (values: readonly number[]): number[] =>
    stepSeconds === undefined
      ? []
      : values.map((value, step) => (per === undefined ? value : (per * value) / (stepSeconds[step] ?? 1)));
  const series = ofSteps(sums.value);
  return {
    value: ofPeriod(sums.value),
    sent: bothWays ? ofPeriod(sums.sent) : null,
    maximum: series.length === 0 ? null : Math.max(...series),
    p95: series.length === 0 ? null : percentile95(series),
    series,
    sentSeries: bothWays ? ofSteps(sums.sent) : null,
    earlier: earlier === undefined ? null : ofPeriod(earlier.value),
    earlierSeries: earlier === undefined ? null : ofSteps(earlier.value),
  };
}
