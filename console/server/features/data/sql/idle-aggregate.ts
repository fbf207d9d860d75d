import type { Bind } from '#schemas/kpi/bindings.ts';
import type { Aggregate } from './series-steps.ts';

/** SQL of an aggregate of the finite values of a column, with 0 at the points that have no row. `points`: SQL of the number of all of them. */
export function idleAggregate(
  { aggregation, level }: Aggregate,
  { point, points }: { readonly point: string; readonly points: string },
  bind: Bind,
): string {
  const isFinite = `isFinite(${point})`;
  const active = `countIf(${isFinite})`;
  const all = `greatest(any(${points}), ${active})`;
  if (aggregation === 'minimum') return `if(${active} < ${all}, 0., minIf(${point}, ${isFinite}))`;
  if (aggregation === 'average') return `sumIf(${point}, ${isFinite}) / ${all}`;
  const rank = `toInt64(greatest(1, ceil(${bind('level', 'Float64', level)} * ${all})))`;
  const place = `${rank} - toInt64(${all} - ${active})`;
  return `if(${place} < 1, 0., arraySort(groupArrayIf(${point}, ${isFinite}))[greatest(1, ${place})])`;
}
