import type { CSSProperties, ReactNode } from 'react';
import type { ReportPage } from '#schemas/report/document.ts';
import { itemTitle } from '#schemas/report/difference.ts';
import type { Frame, ItemKind, ReportItem } from '#schemas/report/item.ts';
import { isOutside } from '#schemas/report/rules.ts';
import { useReportTexts } from '../texts/en.ts';
import { pressed, type Selection } from './selection.ts';
import type { usePointerDrag } from './use-pointer-drag.ts';

export const placeOf = ({ x, y, width, height }: Frame): CSSProperties => ({
  left: x,
  top: y,
  width,
  height,
});

/** What an item is called by screen readers. */
export function useItemName(): (item: ReportItem) => string {
  const text = useReportTexts();
  return (item) => {
    const kind = text(`kind_${item.kind satisfies ItemKind}`);
    const title = itemTitle(item);
    return title === '' ? kind : `${kind} ${title}`;
  };
}

/** Id of the text that says which keys items have. */
export const ITEM_KEYS = 'tt-report-item-keys';

interface Props {
  readonly item: ReportItem;
  readonly page: ReportPage;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly pointer: Pick<ReturnType<typeof usePointerDrag>, 'onItemDown'>;
  readonly highlighted: string | undefined;
  readonly onOpen: (item: ReportItem) => void;
  /** Writes the text of this item; undefined: it is not being written. */
  readonly editor: ReactNode;
  readonly children: ReactNode;
}

const isHighlighted = (item: ReportItem, variable: string | undefined): boolean =>
  variable !== undefined && item.kind === 'dashlet' && item.variables.includes(variable);

/** An item that is selected, moved and opened. */
export function CanvasItem(props: Props) {
  const { item, page, selection, select, pointer, highlighted, onOpen, editor, children } = props;
  const nameOf = useItemName();
  const isWriting = editor !== undefined;
  const isFree = !isWriting && !item.locked;
  return (
    <div
      className="tt-report-item"
      role="button"
      tabIndex={0}
      aria-label={nameOf(item)}
      aria-pressed={selection.has(item.id)}
      aria-describedby={ITEM_KEYS}
      data-kind={item.kind}
      data-locked={item.locked || undefined}
      data-outside={isOutside(item.frame, page) || undefined}
      data-highlighted={isHighlighted(item, highlighted) || undefined}
      style={placeOf(item.frame)}
      onFocus={() => {
        if (!selection.has(item.id)) select(pressed(page.items, { selection, id: item.id, adds: false }));
      }}
      onPointerDown={(event) => {
        if (!isFree) return;
        event.stopPropagation();
        pointer.onItemDown(event, item);
      }}
      onDoubleClick={() => isFree && onOpen(item)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isWriting || event.target !== event.currentTarget) return;
        event.preventDefault();
        onOpen(item);
      }}
    >
      {isWriting ? (
        editor
      ) : (
        <div className="tt-report-inert" inert>
          {children}
        </div>
      )}
    </div>
  );
}
