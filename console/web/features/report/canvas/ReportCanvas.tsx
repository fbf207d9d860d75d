import { useRef, type CSSProperties, type PointerEvent, type ReactNode } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { itemTitle } from '#schemas/report/difference.ts';
import type { Frame, ItemKind, ReportItem } from '#schemas/report/item.ts';
import { designedPages } from '#schemas/report/resolve.ts';
import { isOutside } from '#schemas/report/rules.ts';
import { useShownCustomer } from '../../dashboard/view/use-shown-customer.ts';
import type { ChosenContext } from '../../dashboard/view/use-document-context.ts';
import type { ReportControl } from '../edit/report-control.ts';
import { useReportTexts } from '../texts/en.ts';
import { ReportSheet } from '../view/ReportSheet.tsx';
import { boundsOf, handles } from './geometry.ts';
import { pressed, type Selection } from './selection.ts';
import type { SnapLines } from './snap.ts';
import { usePointerDrag } from './use-pointer-drag.ts';

interface Props {
  readonly control: ReportControl;
  readonly chosen: ChosenContext;
  readonly zoom: number;
  readonly isSnapping: boolean;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly onFrames: (frames: ReadonlyMap<string, Frame>) => void;
  readonly isValid: (dashlet: Dashlet) => boolean;
  readonly faultOf: (id: string) => string | undefined;
  /** Opens the settings of a dashlet, or the text. */
  readonly onOpen: (item: ReportItem) => void;
  /** The item whose text is being written, and what writes it. */
  readonly writing: { readonly id: string; readonly editor: ReactNode } | undefined;
}

const place = ({ x, y, width, height }: Frame): CSSProperties => ({ left: x, top: y, width, height });

/** Lines that a moved frame meets. */
function Guides({ guides, page }: { readonly guides: SnapLines; readonly page: Pick<Frame, 'width' | 'height'> }) {
  return (
    <svg className="tt-report-guides" width={page.width} height={page.height} aria-hidden>
      {guides.x.map((x) => (
        <line key={`x${String(x)}`} x1={x} x2={x} y1={0} y2={page.height} />
      ))}
      {guides.y.map((y) => (
        <line key={`y${String(y)}`} x1={0} x2={page.width} y1={y} y2={y} />
      ))}
    </svg>
  );
}

/** What an item is called by screen readers. */
export function useItemName(): (item: Pick<ReportItem, 'kind'> & ReportItem) => string {
  const text = useReportTexts();
  return (item) => {
    const kind = text(`kind_${item.kind satisfies ItemKind}`);
    const title = itemTitle(item);
    return title === '' ? kind : `${kind} ${title}`;
  };
}

/** The open page with its items, which are selected, moved and resized. */
export function ReportCanvas(props: Props) {
  const { control, chosen, zoom, isSnapping, selection, select, onFrames, onOpen, writing } = props;
  const { page, document, name, highlighted } = control;
  const text = useReportTexts();
  const nameOf = useItemName();
  const customerId = useShownCustomer() ?? 0;
  const canvas = useRef<HTMLDivElement>(null);
  const pointer = usePointerDrag({ items: page.items, page, zoom, isSnapping, selection, select, onFrames });
  const { drag } = pointer;
  const frames = drag === undefined || drag.is === 'select' ? undefined : drag.frames;
  const shown = frames === undefined ? page : { ...page, items: page.items.map((item) => ({ ...item, frame: frames.get(item.id) ?? item.frame })) };
  const selected = shown.items.filter(({ id }) => selection.has(id));
  const bounds = boundsOf(selected.map(({ frame }) => frame));
  const resolved = designedPages({ pages: document.pages.map((each) => (each.id === page.id ? shown : each)) }).find(
    ({ key }) => key === page.id,
  );
  if (resolved === undefined) return null;
  const frameOf = (item: ReportItem, content: ReactNode): ReactNode => {
    const isWriting = writing?.id === item.id;
    const isHighlighted =
      highlighted !== undefined && item.kind === 'dashlet' && item.content !== undefined && item.variables.includes(highlighted);
    return (
      <div
        key={item.id}
        className="tt-report-item"
        role="button"
        tabIndex={0}
        aria-label={nameOf(item)}
        aria-pressed={selection.has(item.id)}
        aria-describedby="tt-report-item-keys"
        data-kind={item.kind}
        data-locked={item.locked || undefined}
        data-outside={isOutside(item.frame, page) || undefined}
        data-highlighted={isHighlighted || undefined}
        style={place(item.frame)}
        onFocus={() => {
          if (!selection.has(item.id)) select(pressed(page.items, { selection, id: item.id, adds: false }));
        }}
        onPointerDown={(event) => {
          if (isWriting) return;
          if (item.locked) return;
          event.stopPropagation();
          pointer.onItemDown(event, item);
        }}
        onDoubleClick={() => !isWriting && !item.locked && onOpen(item)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isWriting || event.target !== event.currentTarget) return;
          event.preventDefault();
          onOpen(item);
        }}
      >
        {isWriting ? writing.editor : <div className="tt-report-inert" inert>{content}</div>}
      </div>
    );
  };
  const stop = (event: PointerEvent): void => {
    event.stopPropagation();
    pointer.onMove(event);
  };
  return (
    <div
      className="tt-report-canvas"
      ref={canvas}
      style={{ zoom }}
      role="group"
      aria-label={text('pageNumber', { number: resolved.number })}
      onPointerMove={pointer.onMove}
      onPointerUp={pointer.onUp}
      onPointerCancel={pointer.onCancel}
    >
      <p id="tt-report-item-keys" className="tt-hidden">
        {text('itemKeys')}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the pointer's way to select several; keys select all */}
      <div className="tt-report-ground" onPointerDown={pointer.onPageDown}>
        <ReportSheet
          {...{ name, document, resolved, customerId }}
          pageCount={document.pages.length}
          at={chosen.at}
          isValid={props.isValid}
          faultOf={props.faultOf}
          frame={frameOf}
          isEditing
        >
          {drag !== undefined && drag.is !== 'select' && <Guides guides={drag.guides} page={page} />}
          {drag?.is === 'select' && <div className="tt-report-box" style={place(drag.box)} />}
          {bounds !== undefined && writing === undefined && (
            <div className="tt-report-bounds" style={place(bounds)}>
              {handles.map((handle) => (
                // Keys resize in the panel of the item.
                // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the pointer's way; the panel has the fields
                <span
                  key={handle}
                  className="tt-report-handle"
                  data-handle={handle}
                  style={{ zoom: 1 / zoom }}
                  onPointerDown={(event) => pointer.onHandleDown(event, handle)}
                  onPointerMove={stop}
                />
              ))}
            </div>
          )}
        </ReportSheet>
      </div>
    </div>
  );
}
