import type { ReactNode } from 'react';
import {
  IconAlignBoxBottomCenter,
  IconBoxAlignBottom,
  IconBoxAlignLeft,
  IconBoxAlignRight,
  IconBoxAlignTop,
  IconBoxMargin,
  IconCopy,
  IconLayoutAlignCenter,
  IconLayoutAlignMiddle,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconMagnet,
  IconStackBack,
  IconStackFront,
  IconTrash,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import type { Alignment } from '../canvas/geometry.ts';
import { useReportTexts } from '../texts/en.ts';
import type { ItemActions } from './use-item-actions.ts';

interface Props {
  readonly actions: ItemActions;
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
  readonly isSnapping: boolean;
  readonly onSnapping: (isSnapping: boolean) => void;
}

const alignIcons: readonly (readonly [Alignment, ReactNode])[] = [
  ['left', <IconBoxAlignLeft size={15} />],
  ['center', <IconLayoutAlignCenter size={15} />],
  ['right', <IconBoxAlignRight size={15} />],
  ['top', <IconBoxAlignTop size={15} />],
  ['middle', <IconLayoutAlignMiddle size={15} />],
  ['bottom', <IconBoxAlignBottom size={15} />],
];

const STEP = 1.25;
export const zoomBounds = { min: 0.2, max: 4 } as const;
const zoomed = (zoom: number): number => Math.min(zoomBounds.max, Math.max(zoomBounds.min, zoom));

/** Arranges the selected items, and how the page is looked at. */
export function ArrangeBar({ actions, zoom, onZoom, isSnapping, onSnapping }: Props) {
  const text = useReportTexts();
  const count = actions.selected.length;
  const none = count === 0 ? text('selectFirst') : undefined;
  const few = count < 3 ? text('selectThree') : none;
  const isGrouped = actions.selected.some(({ group }) => group !== undefined);
  return (
    <Toolbar
      label={text('arrange')}
      end={
        <>
          <IconButton
            small
            label={text('snapping')}
            icon={<IconMagnet size={15} />}
            pressed={isSnapping}
            onClick={() => onSnapping(!isSnapping)}
          />
          <IconButton
            small
            label={text('zoomOut')}
            icon={<IconZoomOut size={15} />}
            onClick={() => onZoom(zoomed(zoom / STEP))}
          />
          <button type="button" className="tt-link" onClick={() => onZoom(1)} aria-label={text('zoomReset')}>
            {text('zoom', { percent: Math.round(zoom * 100) })}
          </button>
          <IconButton
            small
            label={text('zoomIn')}
            icon={<IconZoomIn size={15} />}
            onClick={() => onZoom(zoomed(zoom * STEP))}
          />
        </>
      }
    >
      {alignIcons.map(([alignment, icon]) => (
        <IconButton
          key={alignment}
          small
          label={text(`align_${alignment}`)}
          icon={icon}
          disabledReason={none}
          onClick={() => actions.align(alignment)}
        />
      ))}
      <IconButton
        small
        label={text('distributeHorizontal')}
        icon={<IconLayoutDistributeVertical size={15} />}
        disabledReason={few}
        onClick={() => actions.distribute('horizontal')}
      />
      <IconButton
        small
        label={text('distributeVertical')}
        icon={<IconLayoutDistributeHorizontal size={15} />}
        disabledReason={few}
        onClick={() => actions.distribute('vertical')}
      />
      <IconButton
        small
        label={text('toFront')}
        icon={<IconStackFront size={15} />}
        disabledReason={none}
        onClick={() => actions.layer('front')}
      />
      <IconButton
        small
        label={text('toBack')}
        icon={<IconStackBack size={15} />}
        disabledReason={none}
        onClick={() => actions.layer('back')}
      />
      <IconButton
        small
        label={text(isGrouped ? 'ungroup' : 'group')}
        icon={isGrouped ? <IconBoxMargin size={15} /> : <IconAlignBoxBottomCenter size={15} />}
        keys={isGrouped ? 'Control+Shift+G' : 'Control+G'}
        disabledReason={none ?? (count < 2 && !isGrouped ? text('selectTwo') : undefined)}
        onClick={isGrouped ? actions.ungroup : actions.group}
      />
      <IconButton
        small
        label={text('duplicateItem')}
        keys="Control+D"
        icon={<IconCopy size={15} />}
        disabledReason={none}
        onClick={actions.duplicate}
      />
      <IconButton
        small
        label={text('deleteItem')}
        keys="Delete"
        icon={<IconTrash size={15} />}
        disabledReason={none}
        onClick={actions.remove}
      />
    </Toolbar>
  );
}
