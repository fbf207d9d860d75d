import { compileProgram, type Fill } from '#schemas/formula/compile.ts';
import type { Operand } from '#schemas/formula/core.ts';
import { programOf } from '#schemas/formula/program.ts';
import { measuredValue } from '#schemas/formula/value.ts';
import { countersOf, perUnit } from './flow-series-sql.ts';
import { isIdleZero } from '#schemas/kpi/algebra/idle-points.ts';
import { partialFolds, summed, isPartial, type PartialFold } from './partial-values.ts';
import { foldOf } from './series-sql.ts';
import type { StepColumns } from './step-columns.ts';
import type { StatementPart } from './statement-part.ts';

type ElementsPart = Extract<StatementPart, { of: 'elements' }>;
type FlowsPart = Extract<StatementPart, { of: 'flows' }>;

/** What is retained of the steps of a period. */
export interface PartialSteps {
  readonly keys: readonly { readonly part: number; readonly key: readonly number[] }[];
  /** Visits the columns of each step with the place of its key; they are valid until the next one. */
  readonly forEach: (visit: (key: number, columns: Float64Array) => void) => void;
}

/** Columns of one result, or of the results that share them, and how steps are merged. */
interface CachedColumns {
  readonly folds: readonly PartialFold[];
  /** Values of a key from what was retained of the full period, one for each result of the part. */
  readonly valuesOf: (retained: readonly Float64Array[], seconds: number) => readonly number[];
}

const folded = (folds: readonly PartialFold[]): CachedColumns => ({
  folds,
  valuesOf: (retained) =>
    folds.map((fold, index) => {
      const own = retained[index];
      return own === undefined ? Number.NaN : fold.valueOf(own);
    }),
});

/** Sums of counters of a key, to which the formulas are applied once the period is whole. */
function ofCounters({ results }: FlowsPart): CachedColumns {
  const names = countersOf(results);
  let [sums, seconds]: [Float64Array, number] = [new Float64Array(names.length), 0];
  const fills = ({ take, name }: Operand): Fill => {
    const index = names.indexOf(name);
    if (take === 'property') return (out) => out.fill(seconds, 0, 1);
    return (out) => out.fill((sums[index] ?? Number.NaN) / perUnit(name), 0, 1);
  };
  const cores = results.flatMap(({ parts }) => [parts.numerator, parts.denominator]);
  const compute = compileProgram(programOf(cores), { block: 1, fills });
  return {
    folds: [summed(names.length, () => Number.NaN)],
    valuesOf: ([own = new Float64Array(names.length)], length) => {
      [sums, seconds] = [own, length];
      const responses = compute(0, 1);
      return results.map(({ parts }, index) => {
        const [numerator, denominator] = responses.slice(2 * index, 2 * index + 2);
        return measuredValue(parts, numerator?.[0] ?? Number.NaN, denominator?.[0] ?? Number.NaN);
      });
    },
  };
}

function ofElements({ way, results, values }: ElementsPart): CachedColumns | undefined {
  const folds = results.map((result) => foldOf(way, result, values));
  return folds.includes(undefined) ? undefined : folded(folds.flatMap((fold) => fold ?? []));
}

function columnsOf(part: StatementPart): CachedColumns | undefined {
  if (part.of === 'elements') return ofElements(part);
  if (part.isComplete) return ofCounters(part);
  const { results } = part;
  // Steps without a row would count as well.
  if (results.some(isIdleZero)) return undefined;
  return results.every(({ aggregation }) => isPartial(aggregation))
    ? folded(
        results.flatMap(({ aggregation }) => (isPartial(aggregation) ? [partialFolds[aggregation]] : [])),
      )
    : undefined;
}

/** Lists of ids as the store compares them. */
export function comparedKeys(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((id, index) => id !== other[index]);
  return place === -1 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
}

/** Number of columns that a part keeps of each step. */
export const cachedWidth = (part: StatementPart): number =>
  (columnsOf(part)?.folds ?? []).reduce((sum, { width }) => sum + width, 0);

/** How the values of a period are merged from those of its steps; undefined where this is not exact: percentiles. */
export class PeriodParts {
  readonly parts: readonly StatementPart[];
  readonly #columns: readonly CachedColumns[];

  private constructor(parts: readonly StatementPart[], columns: readonly CachedColumns[]) {
    this.parts = parts.map((part) => ({ ...part, isPartial: true }));
    this.#columns = columns;
  }

  static of(parts: readonly StatementPart[]): PeriodParts | undefined {
    const columns = parts.map(columnsOf);
    if (columns.includes(undefined)) return undefined;
    return new PeriodParts(
      parts,
      columns.flatMap((each) => each ?? []),
    );
  }

  /** Rows of the full period, which has some seconds, as the statement for it returns them. */
  complete(
    steps: PartialSteps,
    { from, seconds }: { readonly from: number; readonly seconds: number },
  ): StepColumns {
    const retained = steps.keys.map((): Float64Array[] => []);
    steps.forEach((key, columns) => {
      this.#add(retained[key] ?? [], this.#columns[steps.keys[key]?.part ?? 0]?.folds ?? [], columns);
    });
    const rows = steps.keys.flatMap(({ part, key }, index) => {
      const own = retained[index] ?? [];
      // None of its steps is in the period any more.
      if (own.length === 0) return [];
      return [{ part, key, values: this.#columns[part]?.valuesOf(own, seconds) ?? [] }];
    });
    const sorted = rows.toSorted((one, other) => one.part - other.part || comparedKeys(one.key, other.key));
    const width = Math.max(0, ...this.parts.map(({ results }) => results.length));
    const finite = (value = Number.NaN): number | null => (Number.isFinite(value) ? value : null);
    return {
      parts: sorted.map(({ part }) => part),
      keys: (sorted[0]?.key ?? []).map((_, place) => sorted.map(({ key }) => key[place] ?? 0)),
      starts: sorted.map(() => from),
      values: Array.from({ length: width }, (_, column) =>
        sorted.map(({ values }) => finite(values[column])),
      ),
    };
  }

  #add(retained: Float64Array[], folds: readonly PartialFold[], columns: Float64Array): void {
    let place = 0;
    for (const [index, fold] of folds.entries()) {
      const own = columns.subarray(place, place + fold.width);
      place += fold.width;
      // A step without a finite value.
      if (Number.isNaN(own[0])) continue;
      const so = retained[index];
      if (so === undefined) retained[index] = Float64Array.from(own);
      else fold.add(so, own);
    }
  }
}
