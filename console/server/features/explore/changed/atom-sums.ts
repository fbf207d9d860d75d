import type { Atom } from './merging.ts';
import { secondsWithin, type ChangePeriod } from '#schemas/explore/changed/periods.ts';
import type { ChangeRates } from '#schemas/explore/changed/ranking.ts';
import type { AtomRow } from './changed-statements.ts';

/** A period that was read; `counts`: it had flows, or is the period itself. */
export interface ReadPeriod extends ChangePeriod {
  readonly counts: boolean;
}

interface ShapeOfSums {
  /** The period, then those of the baseline. */
  readonly periods: readonly ReadPeriod[];
  readonly stepSeconds: number;
  /** Units of the measure in one of the sum. */
  readonly per: number;
}

/** Rates of flows over time. */
interface RateSeries {
  readonly now: readonly number[];
  readonly before: readonly (number | null)[];
}

/** Seconds of the period, and of all periods of the baseline that count. */
export const secondsCounted = (periods: readonly ReadPeriod[]): ChangeRates => {
  const [now, ...before] = periods;
  return {
    now: now === undefined ? 0 : secondsWithin(now),
    before: before.reduce((sum, each) => (each.counts ? sum + secondsWithin(each) : sum), 0),
  };
};

/** The sum of a period as a rate; 0 of a baseline in which no period counts. */
export const changeRates = (
  { now, before }: ChangeRates,
  seconds: ChangeRates,
  per: number,
): ChangeRates => ({
  now: (now * per) / seconds.now,
  before: seconds.before === 0 ? 0 : (before * per) / seconds.before,
});

/** Sums of what has the same candidates, as rates. */
export class AtomSums {
  readonly #rows: readonly AtomRow[];
  readonly #shape: ShapeOfSums;

  constructor(rows: readonly AtomRow[], shape: ShapeOfSums) {
    this.#rows = rows.filter(({ place }) => shape.periods[place]?.counts === true);
    this.#shape = shape;
  }

  get atoms(): readonly Atom[] {
    const { periods, per } = this.#shape;
    const seconds = secondsCounted(periods);
    return [...Map.groupBy(this.#rows, ({ mask }) => mask)].map(([mask, rows]) => {
      const sum = (isNow: boolean): number =>
        rows.reduce((all, { place, amount }) => ((place === 0) === isNow ? all + amount : all), 0);
      return { mask, ...changeRates({ now: sum(true), before: sum(false) }, seconds, per) };
    });
  }

  /** Rates by step of the flows that have all bits. Steps of the baseline are averages of its periods. */
  series(bits: number): RateSeries {
    const { periods } = this.#shape;
    const own = this.#rows.filter(({ mask }) => (mask & bits) === bits);
    const [now, ...before] = periods.map((period, place) =>
      period.counts
        ? this.#steps(
            period,
            own.filter((row) => row.place === place),
          )
        : undefined,
    );
    const counted = before.filter((steps) => steps !== undefined);
    return {
      now: now ?? [],
      before: (now ?? []).map((_, step) =>
        counted.length === 0
          ? null
          : counted.reduce((sum, steps) => sum + (steps[step] ?? 0), 0) / counted.length,
      ),
    };
  }

  /** What is left of a period after its full steps belongs to the last one: a shorter step would have a peak or nothing. */
  #steps(period: ChangePeriod, rows: readonly AtomRow[]): readonly number[] {
    const { stepSeconds, per } = this.#shape;
    const length = secondsWithin(period);
    const last = Math.max(1, Math.floor(length / stepSeconds)) - 1;
    const sums = Array.from({ length: last + 1 }, () => 0);
    for (const { step, amount } of rows) {
      const place = Math.min(step, last);
      sums[place] = (sums[place] ?? 0) + amount;
    }
    return sums.map((sum, step) => (sum * per) / (step === last ? length - last * stepSeconds : stepSeconds));
  }
}
