import { memo, useCallback, useMemo } from 'react';
import type { KeyboardEvent } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { RowChoice } from '../data/row-order.ts';
import type { DrillTarget } from '../drill/drill-links.ts';
import { DashletFrame } from './DashletFrame.tsx';
import type { FrameProps } from './DashletFrame.tsx';

/** What the dashlets of a page share: the same as long as it means the same. */
export interface SharedProps extends Pick<
  FrameProps,
  'page' | 'context' | 'selected' | 'customerId' | 'filterTitle' | 'narrowing' | 'onZoom'
> {
  readonly itemsOf: (dashlet: Dashlet) => readonly MenuItem[];
  readonly onDrill: ((from: Dashlet, target: DrillTarget) => void) | undefined;
  readonly onRows: (dashlet: string, choice: RowChoice) => void;
}

interface Props extends Pick<FrameProps, 'dashlet' | 'isSelected' | 'focus' | 'fault'> {
  readonly shared: SharedProps;
  readonly onMoveKey: ((id: string, event: KeyboardEvent) => void) | undefined;
}

/** A dashlet of a page: a change of another one leaves it as it is. */
export const BodyDashlet = memo(function BodyDashlet({ shared, dashlet, onMoveKey, ...rest }: Props) {
  const { itemsOf, onDrill, onRows, ...frame } = shared;
  const { id } = dashlet;
  const items = useCallback(() => itemsOf(dashlet), [itemsOf, dashlet]);
  const move = useMemo(() => onMoveKey && ((event: KeyboardEvent) => onMoveKey(id, event)), [onMoveKey, id]);
  return (
    <DashletFrame
      {...frame}
      {...rest}
      dashlet={dashlet}
      items={items}
      onMoveKey={move}
      onDrill={onDrill && ((target) => onDrill(dashlet, target))}
      onRows={(choice) => onRows(id, choice)}
    />
  );
});
