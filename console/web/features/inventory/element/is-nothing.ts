import type { DataResult } from '#schemas/data/data-result-size.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import type { DashletData } from '../../dashboard/data/dashlet-data.ts';

const nothingCodes: ReadonlySet<string> = new Set(['DASHLET_NO_DATA', 'DASHLET_NO_MATCH']);

const hasRow = ({ rows }: DataResult): boolean =>
  rows.some(({ values }) => values.some((list) => list.some((value) => value !== null)));

/** Whether a graph has nothing to show in the period: not while it loads, nor where it failed. */
export function isNothing(data: DashletData): boolean {
  if (data.is === 'ready') return !hasRow(data.result);
  return (
    data.is === 'failed' &&
    data.result === undefined &&
    data.problem instanceof ApiProblem &&
    nothingCodes.has(data.problem.code)
  );
}
