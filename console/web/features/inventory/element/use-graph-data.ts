import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { ElementGraph } from '#schemas/dashboard/element/element-document.ts';
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
