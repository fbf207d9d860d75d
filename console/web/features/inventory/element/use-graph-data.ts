import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { ElementGraph } from '#schemas/dashboard/element/element-document.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import type { DashletData } from '../../dashboard/data/dashlet-data.ts';
import type { DataPage } from '../../dashboard/data/data-page.ts';

/** What follows from the data of some graphs, read again whenever that of one changes. `read` returns an equal value while nothing changed. */
export function useGraphData<Value>(
  page: DataPage,
  graphs: readonly ElementGraph[],
  read: (ids: readonly string[]) => Value,
): Value {
  const ids = useMemo(() => graphs.map(({ dashlet }) => dashlet.id), [graphs]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = ids.map((id) => page.subscribe(id, listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [page, ids],
  );
  return useSyncExternalStore(subscribe, () => read(ids));
}

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
