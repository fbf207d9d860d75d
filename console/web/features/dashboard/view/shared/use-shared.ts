import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { RowChoice } from '../../data/row-order.ts';
import type { DrillTarget } from '../../drill/drill-links.ts';
import type { FrameProps } from '../DashletFrame.tsx';

/** A function that stays the same and calls the one of the last render: what takes it is not drawn again. Not for use while drawing. */
export function useLatest<Taken extends readonly unknown[], Returned>(
  call: (...taken: Taken) => Returned,
): (...taken: Taken) => Returned {
  const latest = useRef(call);
  useLayoutEffect(() => {
    latest.current = call;
  });
  return useCallback((...taken) => latest.current(...taken), []);
}

/** What the dashlets of a page share: the same as long as it means the same. */
export interface SharedProps extends Pick<
  FrameProps,
  'page' | 'context' | 'selected' | 'customerId' | 'filterTitle' | 'narrowing' | 'onZoom'
> {
  readonly itemsOf: (dashlet: Dashlet) => readonly MenuItem[];
  readonly onDrill: ((from: Dashlet, target: DrillTarget) => void) | undefined;
  readonly onRows: (dashlet: string, choice: RowChoice) => void;
}

/** What is passed to every dashlet; it stays the same while one of them is edited. */
export function useShared(shared: SharedProps): SharedProps {
  const { page, context, selected, customerId, filterTitle, narrowing } = shared;
  const isDrilled = shared.onDrill !== undefined;
  const itemsOf = useLatest(shared.itemsOf);
  const onDrill = useLatest<[Dashlet, DrillTarget], void>((...target) => shared.onDrill?.(...target));
  const onRows = useLatest(shared.onRows);
  const onZoom = useLatest(shared.onZoom);
  return useMemo(
    () => ({
      page,
      context,
      selected,
      customerId,
      filterTitle,
      narrowing,
      itemsOf,
      onRows,
      onZoom,
      onDrill: isDrilled ? onDrill : undefined,
    }),
    [
      page,
      context,
      selected,
      customerId,
      filterTitle,
      narrowing,
      itemsOf,
      onRows,
      onZoom,
      isDrilled,
      onDrill,
    ],
  );
}
