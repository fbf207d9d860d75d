import {
  useCallback,
  useSyncExternalStore,
  type CSSProperties,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import type { ReportPage } from '#schemas/report/document.ts';
import { itemTitle } from '#schemas/report/difference.ts';
import type { Frame, ItemKind, ReportItem } from '#schemas/report/item.ts';
import { isOutside } from '#schemas/report/rules.ts';
import { useReportTexts } from '../texts/en.ts';
import { pressed, type SelectedItems } from './selection.ts';
import type { DragStore } from './use-canvas-drag.ts';

type Size = Pick<Frame, 'width' | 'height'>;

/** A pointer that rests this long shows what is resized as it will be. */
const PAUSE_MS = 300;

/** The size in which what is resized is drawn: the last one at which the pointer rested. To draw a chart takes longer than a frame has. */
function useSettledSize({ width, height }: Size, isDragged: boolean): Size {
  const [settled, setSettled] = useState<Size>({ width, height });
  useEffect(() => {
    const settle = (): void =>
      setSettled((last) => (last.width === width && last.height === height ? last : { width, height }));
    const timer = setTimeout(settle, isDragged ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [width, height, isDragged]);
  return isDragged ? settled : { width, height };
}

export const placedStyle = ({ x, y, width, height }: Frame): CSSProperties => ({
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
    if (item.kind === 'image' && item.logo !== undefined) return text(`logo_${item.logo}`);
    const title = itemTitle(item);
    return title === '' ? kind : `${kind} ${title}`;
  };
}

/** Id of the text that says which keys items have. */
export const ITEM_KEYS = 'tt-report-item-keys';

interface Props {
  readonly item: ReportItem;
  readonly page: ReportPage;
  readonly selection: SelectedItems;
  readonly select: (selection: SelectedItems) => void;
  readonly store: DragStore;
  readonly highlighted: string | undefined;
  readonly onOpen: (item: ReportItem) => void;
  /** Writes the text of this item; undefined: it is not being written. */
  readonly editor: ReactNode;
  readonly children: ReactNode;
}

const isHighlighted = (item: ReportItem, variable: string | undefined): boolean =>
  variable !== undefined && item.kind === 'dashlet' && item.variables.includes(variable);

/** What the pointer and the keys reach of an item: it lies over what the item shows. */
function Cover({
  item,
  page,
  selection,
  select,
  onOpen,
}: Omit<Props, 'editor' | 'children' | 'store' | 'highlighted'>) {
  const nameOf = useItemName();
  return (
    <button
      type="button"
      className="tt-report-cover"
      data-item={item.id}
      aria-label={nameOf(item)}
      aria-pressed={selection.has(item.id)}
      aria-describedby={ITEM_KEYS}
      onFocus={({ currentTarget }) => {
        // A press of the pointer has selected it already, or, with Shift, no longer.
        const isByKeys = currentTarget.matches(':focus-visible');
        if (isByKeys && !selection.has(item.id))
          select(pressed(page.items, { selection, id: item.id, adds: false }));
      }}
      onDoubleClick={() => onOpen(item)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onOpen(item);
      }}
    />
  );
}

/** Where the pointer has an item; undefined: it is not dragged. */
function useDraggedFrame(store: DragStore, { id }: ReportItem): Frame | undefined {
  const read = useCallback(() => {
    const drag = store.get();
    return drag?.is === 'frames' ? drag.frames.get(id) : undefined;
  }, [store, id]);
  return useSyncExternalStore(store.subscribe, read);
}

interface ContentProps {
  readonly item: ReportItem;
  readonly dragged: Frame | undefined;
  readonly children: ReactNode;
}

/** What a dashlet shows: while it is resized it is stretched, and drawn where the pointer rests. */
function ItemContent({ item, dragged, children }: ContentProps) {
  const shown = dragged ?? item.frame;
  const size = useSettledSize(shown, dragged !== undefined && item.kind === 'dashlet');
  const isStretched = size.width !== shown.width || size.height !== shown.height;
  const scale = `scale(${String(shown.width / size.width)}, ${String(shown.height / size.height)})`;
  return (
    <div
      className="tt-report-inert"
      inert
      data-stretched={isStretched || undefined}
      style={isStretched ? { ...size, transform: scale } : undefined}
    >
      {children}
    </div>
  );
}

/** An item that is selected, moved and opened; a locked one is in the list of layers only. */
export function CanvasItem({ editor, children, store, highlighted, ...props }: Props) {
  const { item, page, selection } = props;
  const dragged = useDraggedFrame(store, item);
  const frame = dragged ?? item.frame;
  return (
    <div
      className="tt-report-item"
      data-kind={item.kind}
      data-selected={selection.has(item.id) || undefined}
      data-locked={item.locked || undefined}
      data-outside={isOutside(frame, page) || undefined}
      data-highlighted={isHighlighted(item, highlighted) || undefined}
      style={placedStyle(frame)}
    >
      {editor ?? (
        <ItemContent item={item} dragged={dragged}>
          {children}
        </ItemContent>
      )}
      {editor === undefined && !item.locked && <Cover {...props} />}
    </div>
  );
}
