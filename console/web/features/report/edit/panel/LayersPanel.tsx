import { memo } from 'react';
import { IconArrowDown, IconArrowUp, IconLock, IconLockOpen } from '@tabler/icons-react';
import type { ReportItem } from '#schemas/report/item.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { useLatest } from '../../../dashboard/view/shared/use-shared.ts';
import { useItemName } from '../../canvas/CanvasItem.tsx';
import { pressed, relayered, type LayerMove, type SelectedItems } from '../../canvas/selection.ts';
import { useReportTexts } from '../../texts/en.ts';
import type { Draft, ReportControl } from '../report-control.ts';

interface LayerProps {
  readonly item: ReportItem;
  readonly isSelected: boolean;
  readonly isHighest: boolean;
  readonly isLowest: boolean;
  readonly onSelect: (id: string, adds: boolean) => void;
  readonly onMove: (id: string, by: LayerMove) => void;
  readonly onLock: (id: string) => void;
}

/** A page may have 200: one that has not changed is not drawn again. */
const Layer = memo(function Layer(props: LayerProps) {
  const { item, isSelected, isHighest, isLowest, onSelect, onMove, onLock } = props;
  const text = useReportTexts();
  const name = useItemName()(item);
  return (
    <li aria-current={isSelected || undefined}>
      <button
        type="button"
        className="tt-link tt-ellipsis"
        onClick={(event) => onSelect(item.id, event.shiftKey)}
      >
        {name}
      </button>
      <IconButton
        small
        label={text('raise', { name })}
        icon={<IconArrowUp size={13} />}
        disabledReason={isHighest ? text('isHighest') : undefined}
        onClick={() => onMove(item.id, 'forward')}
      />
      <IconButton
        small
        label={text('lower', { name })}
        icon={<IconArrowDown size={13} />}
        disabledReason={isLowest ? text('isLowest') : undefined}
        onClick={() => onMove(item.id, 'backward')}
      />
      <IconButton
        small
        label={text(item.locked ? 'unlock' : 'lock', { name })}
        icon={item.locked ? <IconLock size={13} /> : <IconLockOpen size={13} />}
        pressed={item.locked}
        onClick={() => onLock(item.id)}
      />
    </li>
  );
});

interface Props {
  readonly control: ReportControl;
  readonly selection: SelectedItems;
  readonly select: (selection: SelectedItems) => void;
}

/** The items of the page from the highest layer to the lowest; locked ones are selected here. */
export function LayersPanel({ control, selection, select }: Props) {
  const text = useReportTexts();
  const { page, changePage, changeItem } = control;
  const onMove = useLatest((id: string, by: LayerMove): void =>
    changePage((draft) => {
      draft.items = [...relayered(page.items, new Set([id]), by)] as Draft<ReportItem>[];
    }),
  );
  const onSelect = useLatest((id: string, adds: boolean) =>
    select(pressed(page.items, { selection, id, adds })),
  );
  const onLock = useLatest((id: string) => changeItem(id, (draft) => void (draft.locked = !draft.locked)));
  const items = page.items.toReversed();
  return (
    <section className="tt-report-section" aria-label={text('layers')}>
      <h2>{text('layers')}</h2>
      {items.length === 0 && <p className="tt-muted">{text('noItems')}</p>}
      <ol className="tt-report-layers">
        {items.map((item, index) => (
          <Layer
            key={item.id}
            item={item}
            isSelected={selection.has(item.id)}
            isHighest={index === 0}
            isLowest={index === items.length - 1}
            onSelect={onSelect}
            onMove={onMove}
            onLock={onLock}
          />
        ))}
      </ol>
    </section>
  );
}
