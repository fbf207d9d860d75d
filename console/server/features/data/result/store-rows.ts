import type { PlacedSeries } from '../plan/data-plan.ts';
import type { EarlierPeriod } from '../plan/earlier-period.ts';
import type { DatedInput } from '../plan/plan-input.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import type { StepColumns } from '../sql/step-columns.ts';
import { inRank, keyedValues, withEvery, type KeyedValues } from './data-rows.ts';
import { keysOfRows } from './key-names.ts';

/** Rows of statements, as the store returned them, and the keys that they are about. */
export interface StoreRows {
  readonly input: DatedInput;
  readonly rows: StepColumns;
  readonly placed: readonly PlacedSeries[];
  readonly ranked: PlanScope['ranked'];
}

/** What was read for a result; without rows where its period has no closed window, or nothing ranks. */
export interface ReadValues {
  readonly values: StoreRows | undefined;
  readonly earlier: EarlierRows | undefined;
}

/** Rows of the period that a result is compared with. */
export interface EarlierRows {
  readonly period: EarlierPeriod;
  readonly values: StoreRows | undefined;
  readonly isRetained: boolean;
}

/** Whether only the keys that rank are in a result: others may have been read to rank them. */
export const isOfTop = ({ request: { breakdown } }: DatedInput, ranked: StoreRows['ranked']): boolean =>
  breakdown.kind === 'top' && ranked?.others === false;

/** Keys of which new steps have a row also without a value: their names change also then, as that of a deleted element. */
function knownKeys(input: DatedInput): readonly (readonly number[])[] {
  const {
    steps,
    request: { since, ranked, known = ranked },
  } = input;
  return steps === null || since === undefined || known === undefined ? [] : keysOfRows(input, known);
}

/** Whether a result has rows to compare. */
export const hasRows = ({ input, rows }: StoreRows): boolean =>
  rows.starts.length > 0 || knownKeys(input).length > 0;

/** Values by key, in the order in which the keys rank. Throws TOO_MUCH_DATA. */
export function keyedRows({ input, rows, placed, ranked }: StoreRows): readonly KeyedValues[] {
  const { series, steps } = input;
  const only = isOfTop(input, ranked) ? ranked?.keys : undefined;
  const found = keyedValues(rows, { placed, steps }, only);
  const known = knownKeys(input);
  const shape = { series: series.length, width: steps?.length ?? 1 };
  const named = known.length === 0 ? found : withEvery(found, known, shape);
  return ranked === undefined ? named : inRank(named, ranked.keys);
}
