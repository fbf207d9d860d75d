import { memo, useCallback, useMemo, type KeyboardEvent } from 'react';
import { DashletFrame, type FrameProps } from '../DashletFrame.tsx';
import type { SharedProps } from './use-shared.ts';

interface Props extends Pick<FrameProps, 'dashlet' | 'isSelected' | 'focus' | 'fault'> {
  readonly shared: SharedProps;
  readonly onMoveKey: ((id: string, event: KeyboardEvent) => void) | undefined;
}

/** A dashlet of a page: a change of another one leaves it as it is. */
export const BodyDashlet = memo(function BodyDashlet({ shared, dashlet, onMoveKey, ...remaining }: Props) {
  const { itemsOf, onDrill, onRows, ...frame } = shared;
  const { id } = dashlet;
  const items = useCallback(() => itemsOf(dashlet), [itemsOf, dashlet]);
  const move = useMemo(() => onMoveKey && ((event: KeyboardEvent) => onMoveKey(id, event)), [onMoveKey, id]);
  return (
    <DashletFrame
      {...frame}
      {...remaining}
      dashlet={dashlet}
      items={items}
      onMoveKey={move}
      onDrill={onDrill && ((target) => onDrill(dashlet, target))}
      onRows={(choice) => onRows(id, choice)}
    />
  );
});
