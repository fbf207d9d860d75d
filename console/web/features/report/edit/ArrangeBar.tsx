import type { ComponentType } from 'react';
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

type Icon = ComponentType<{ readonly size: number }>;

const alignIcons: readonly (readonly [Alignment, Icon])[] = [
  ['left', IconBoxAlignLeft],
  ['center', IconLayoutAlignCenter],
  ['right', IconBoxAlignRight],
  ['top', IconBoxAlignTop],
  ['middle', IconLayoutAlignMiddle],
  ['bottom', IconBoxAlignBottom],
];

const STEP = 1.25;
export const zoomBounds = { min: 0.2, max: 4 } as const;
const zoomed = (zoom: number): number => Math.min(zoomBounds.max, Math.max(zoomBounds.min, zoom));

/** Why fewer items are selected than an action needs. */
function useTooFew({ selected }: ItemActions): (needed: 1 | 2 | 3) => string | undefined {
  const text = useReportTexts();
  const words = { 1: 'selectFirst', 2: 'selectTwo', 3: 'selectThree' } as const;
  return (needed) => (selected.length < needed ? text(words[needed]) : undefined);
}

function Alignments({ actions }: Pick<Props, 'actions'>) {
  const text = useReportTexts();
  const tooFew = useTooFew(actions);
  return (
    <>
      {alignIcons.map(([alignment, Icon]) => (
        <IconButton
          key={alignment}
          small
          label={text(`align_${alignment}`)}
          icon={<Icon size={15} />}
          disabledReason={tooFew(1)}
          onClick={() => actions.align(alignment)}
        />
      ))}
      <IconButton
        small
        label={text('distributeHorizontal')}
        icon={<IconLayoutDistributeVertical size={15} />}
        disabledReason={tooFew(3)}
        onClick={() => actions.distribute('horizontal')}
      />
      <IconButton
        small
        label={text('distributeVertical')}
        icon={<IconLayoutDistributeHorizontal size={15} />}
        disabledReason={tooFew(3)}
        onClick={() => actions.distribute('vertical')}
      />
    </>
  );
}

function Layering({ actions }: Pick<Props, 'actions'>) {
  const text = useReportTexts();
  const tooFew = useTooFew(actions);
  const isGrouped = actions.selected.some(({ group }) => group !== undefined);
  return (
    <>
      <IconButton
        small
        label={text('toFront')}
        icon={<IconStackFront size={15} />}
        disabledReason={tooFew(1)}
        onClick={() => actions.layer('front')}
      />
      <IconButton
        small
        label={text('toBack')}
        icon={<IconStackBack size={15} />}
        disabledReason={tooFew(1)}
        onClick={() => actions.layer('back')}
      />
      <IconButton
        small
        label={text(isGrouped ? 'ungroup' : 'group')}
        icon={isGrouped ? <IconBoxMargin size={15} /> : <IconAlignBoxBottomCenter size={15} />}
        keys={isGrouped ? 'Control+Shift+G' : 'Control+G'}
        disabledReason={tooFew(isGrouped ? 1 : 2)}
        onClick={isGrouped ? actions.ungroup : actions.group}
      />
      <IconButton
        small
        label={text('duplicateItem')}
        keys="Control+D"
        icon={<IconCopy size={15} />}
        disabledReason={tooFew(1)}
        onClick={actions.duplicate}
      />
      <IconButton
        small
        label={text('deleteItem')}
        keys="Delete"
        icon={<IconTrash size={15} />}
        disabledReason={tooFew(1)}
        onClick={actions.remove}
      />
    </>
  );
}

/** Arranges the selected items, and how the page is looked at. */
export function ArrangeBar({ actions, zoom, onZoom, isSnapping, onSnapping }: Props) {
  const text = useReportTexts();
  const view = (
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
      <button type="button" className="tt-link" title={text('zoomReset')} onClick={() => onZoom(1)}>
        {text('zoom', { percent: Math.round(zoom * 100) })}
      </button>
      <IconButton
        small
        label={text('zoomIn')}
        icon={<IconZoomIn size={15} />}
        onClick={() => onZoom(zoomed(zoom * STEP))}
      />
    </>
  );
  return (
    <Toolbar label={text('arrange')} end={view}>
      <Alignments actions={actions} />
      <Layering actions={actions} />
    </Toolbar>
  );
}
