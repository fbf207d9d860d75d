import { IconArrowDown, IconArrowUp, IconLock, IconLockOpen } from '@tabler/icons-react';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { useItemName } from '../../canvas/CanvasItem.tsx';
import { pressed, relayered, type LayerMove, type SelectedItems } from '../../canvas/selection.ts';
import { useReportTexts } from '../../texts/en.ts';
import type { Draft, ReportControl } from '../report-control.ts';
import type { ReportItem } from '#schemas/report/item.ts';

interface Props {
  readonly control: ReportControl;
  readonly selection: SelectedItems;
  readonly select: (selection: SelectedItems) => void;
}

/** The items of the page from the highest layer to the lowest; locked ones are selected here. */
export function LayersPanel({ control, selection, select }: Props) {
  const text = useReportTexts();
  const nameOf = useItemName();
  const { page, changePage, changeItem } = control;
  const move = (id: string, by: LayerMove): void =>
    changePage((draft) => {
      draft.items = [...relayered(page.items, new Set([id]), by)] as Draft<ReportItem>[];
    });
  const items = page.items.toReversed();
  return (
    <section className="tt-report-section" aria-label={text('layers')}>
      <h2>{text('layers')}</h2>
      {items.length === 0 && <p className="tt-muted">{text('noItems')}</p>}
      <ol className="tt-report-layers">
        {items.map((item, index) => (
          <li key={item.id} aria-current={selection.has(item.id) || undefined}>
            <button
              type="button"
              className="tt-link tt-ellipsis"
              onClick={(event) =>
                select(pressed(page.items, { selection, id: item.id, adds: event.shiftKey }))
              }
            >
              {nameOf(item)}
            </button>
            <IconButton
              small
              label={text('raise', { name: nameOf(item) })}
              icon={<IconArrowUp size={13} />}
              disabledReason={index === 0 ? text('isHighest') : undefined}
              onClick={() => move(item.id, 'forward')}
            />
            <IconButton
              small
              label={text('lower', { name: nameOf(item) })}
              icon={<IconArrowDown size={13} />}
              disabledReason={index === items.length - 1 ? text('isLowest') : undefined}
              onClick={() => move(item.id, 'backward')}
            />
            <IconButton
              small
              label={text(item.locked ? 'unlock' : 'lock', { name: nameOf(item) })}
              icon={item.locked ? <IconLock size={13} /> : <IconLockOpen size={13} />}
              pressed={item.locked}
              onClick={() => changeItem(item.id, (draft) => void (draft.locked = !item.locked))}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
