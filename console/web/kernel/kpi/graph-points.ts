import type { Series } from '#schemas/kpi/series.ts';
import { joinedValues } from './source-step.ts';

/** Seconds since 1970; `to` is exclusive. */
export interface GraphPeriod {
  readonly from: number;
  readonly to: number;
}

/** Start of each step and its value; null where there is none. */
export interface GraphPoints {
  readonly at: readonly number[];
  readonly values: readonly (number | null)[];
}

/** Every step of a period: the series of the server leaves out steps without a value, which are gaps. */
export function graphPoints({ series }: Series, { from, to }: GraphPeriod, step: number): GraphPoints {
  const known = new Map(series.flatMap(({ points }) => points));
  const at = Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
  return { at, values: at.map((start) => known.get(start) ?? null) };
}

export interface GraphSummary {
  readonly min: number;
  readonly max: number;
  readonly average: number;
  readonly last: number;
  /** Start of the step of the last value, seconds since 1970. */
  readonly lastAt: number;
}

/** Undefined without a value. */
export function graphSummary({ at, values }: GraphPoints): GraphSummary | undefined {
  const measured = values.filter((value) => value !== null);
  const lastIndex = values.findLastIndex((value) => value !== null);
  const last = values[lastIndex];
  const lastAt = at[lastIndex];
  if (last === undefined || last === null || lastAt === undefined) return undefined;
  return {
    min: Math.min(...measured),
    max: Math.max(...measured),
    average: measured.reduce((sum, value) => sum + value, 0) / measured.length,
    last,
    lastAt,
  };
}

/**
 * The line of a small graph as the data of an SVG path, connected up to the step of the source: a gap lifts the pen, a lone value is a dot.
 * Empty without a value.
 */
export function sparkLine(
  { values }: Pick<GraphPoints, 'values'>,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const measured = values.filter((value) => value !== null);
  const min = Math.min(...measured);
  const range = Math.max(...measured) - min;
  const x = (index: number): string => ((index / Math.max(1, values.length - 1)) * width).toFixed(1);
  // A constant value is drawn in the middle.
  const y = (value: number): string =>
    (range === 0 ? height / 2 : height - ((value - min) / range) * height).toFixed(1);
  let isDown = false;
  return joinedValues(values)
    .flatMap((value, index) => {
      if (value === undefined) return [];
      const isStart = !isDown;
      isDown = value !== null;
      if (value === null) return [];
      return [`${isStart ? 'M' : 'L'}${x(index)} ${y(value)}${isStart ? 'h0' : ''}`];
    })
    .join('');
}
