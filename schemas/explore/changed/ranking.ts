/** Rate of a value per second, in the period and in the baseline. */
export interface ChangeRates {
  readonly now: number;
  readonly before: number;
}

/** What a value adds to the difference of the totals: positive where it grew. */
export const contributionOf = ({ now, before }: ChangeRates): number => now - before;

/**
 * The part of a contribution that a change of the total does not explain: how much more the value grew or shrank than it would have
 * with an unchanged share, and at most its contribution. 0 where both have different signs: a value that grew less than the total has not
 * caused the growth. So a value that every flow has, and one that follows the total, rank last (ADR 110). Negative where it shrank.
 */
export function unexplainedOf(value: ChangeRates, total: ChangeRates): number {
  const contribution = contributionOf(value);
  if (total.before <= 0 || total.now <= 0) return contribution;
  const moved = value.now - (value.before * total.now) / total.before;
  if (Math.sign(moved) !== Math.sign(contribution)) return 0;
  return Math.sign(contribution) * Math.min(Math.abs(contribution), Math.abs(moved));
}

/** How a value came into the period. */
export const changeStates = ['new', 'vanished', 'risen', 'fallen'] as const;
type ChangeState = (typeof changeStates)[number];

export function stateOf({ now, before }: ChangeRates): ChangeState {
  if (before === 0) return 'new';
  if (now === 0) return 'vanished';
  return now >= before ? 'risen' : 'fallen';
}

/** A value with a least part in the difference, of the larger total: less is noise. */
const LEAST_PART = 0.02;

/** Values of all dimensions, those that moved most first; equal ones in the order in which they are given. Noise is left out. */
export function rankValues<Value extends ChangeRates>(
  values: readonly Value[],
  total: ChangeRates,
): readonly Value[] {
  const least = LEAST_PART * Math.max(total.now, total.before);
  const moved = new Map(values.map((value) => [value, Math.abs(unexplainedOf(value, total))]));
  const of = (value: Value): number => moved.get(value) ?? 0;
  return values.filter((value) => of(value) > 0 && of(value) >= least).sort((a, b) => of(b) - of(a));
}

/** The largest contributions of a dimension, and all its other values as one: together they are the total. */
export function withOthers<Value extends ChangeRates>(
  values: readonly Value[],
  total: ChangeRates,
  count: number,
): { readonly values: readonly Value[]; readonly others: ChangeRates } {
  const listed = [...values]
    .sort((a, b) => Math.abs(contributionOf(b)) - Math.abs(contributionOf(a)))
    .slice(0, count);
  const left = (side: keyof ChangeRates): number =>
    Math.max(
      0,
      listed.reduce((sum, value) => sum - value[side], total[side]),
    );
  return { values: listed, others: { now: left('now'), before: left('before') } };
}
