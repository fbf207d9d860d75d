import type { Thresholds } from '#schemas/dashboard/dashlet-parts.ts';
import { heldValues } from '#web/kernel/kpi/source-step.ts';
import { levelOf, type Level } from '../shared/level-of.ts';

/** A time in which a line is in one level. */
export interface LevelPeriod {
  /** Undefined: below every threshold. */
  readonly level: Level | undefined;
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly least: number;
  readonly greatest: number;
}

interface Options {
  /** Starts of the steps, seconds since 1970. */
  readonly steps: readonly number[];
  /** Of the last step. */
  readonly end: number;
  readonly thresholds: Thresholds;
}

/** The times of each level of a line, in their order. Where it has no values there is none; between two values of its source the first holds. */
export function levelPeriods(
  values: readonly (number | null)[],
  { steps, end, thresholds }: Options,
): readonly LevelPeriod[] {
  const periods: LevelPeriod[] = [];
  for (const [step, value] of heldValues(values).entries()) {
    const from = steps[step];
    if (value === null || from === undefined) continue;
    const to = steps[step + 1] ?? end;
    const level = levelOf(thresholds, value);
    const last = periods.at(-1);
    if (last !== undefined && last.level === level && last.to === from)
      periods[periods.length - 1] = {
        ...last,
        to,
        least: Math.min(last.least, value),
        greatest: Math.max(last.greatest, value),
      };
    else periods.push({ level, from, to, least: value, greatest: value });
  }
  return periods;
}
