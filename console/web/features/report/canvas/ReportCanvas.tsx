import { useMemo, type CSSProperties, type ReactNode } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { Frame, ReportItem } from '#schemas/report/item.ts';
import { designedPages } from '#schemas/report/resolve.ts';
import { useShownCustomer } from '../../dashboard/view/use-shown-customer.ts';
import type { ChosenContext } from '../../dashboard/view/use-document-context.ts';
import type { ReportControl } from '../edit/report-control.ts';
import { useReportTexts } from '../texts/en.ts';
import { ReportSheet } from '../view/ReportSheet.tsx';
import { CanvasItem, ITEM_KEYS } from './CanvasItem.tsx';
import { CanvasOverlay } from './CanvasOverlay.tsx';
import { frameAround } from './geometry.ts';
import type { SelectedItems } from './selection.ts';
import { usePointerDrag } from './use-pointer-drag.ts';

interface Props {
  readonly control: ReportControl;
  readonly chosen: ChosenContext;
  readonly zoom: number;
  readonly isSnapping: boolean;
  readonly selection: SelectedItems;
  readonly select: (selection: SelectedItems) => void;
  readonly onFrames: (frames: ReadonlyMap<string, Frame>) => void;
  readonly isValid: (dashlet: Dashlet) => boolean;
  readonly faultOf: (id: string) => string | undefined;
  /** Opens the settings of a dashlet, or the text. */
  readonly onOpen: (item: ReportItem) => void;
  /** The item whose text is being written, and what writes it. */
  readonly writing: { readonly id: string; readonly editor: ReactNode } | undefined;
}

/** The open page as it is drawn, with items that are being moved where they are. */
function useShownPage(
  { control: { page, document } }: Props,
  frames: ReadonlyMap<string, Frame> | undefined,
) {
  return useMemo(() => {
    const items = page.items.map((item) => {
      const frame = frames?.get(item.id);
      return frame === undefined ? item : { ...item, frame };
    });
    const shown = frames === undefined ? page : { ...page, items };
    const pages = document.pages.map((each) => (each.id === page.id ? shown : each));
    return designedPages({ pages }).find(({ key }) => key === page.id);
  }, [page, document.pages, frames]);
}

/** The open page with its items, which are selected, moved and resized. */
export function ReportCanvas(props: Props) {
  const { control, chosen, zoom, isSnapping, selection, select, onFrames, onOpen, writing } = props;
  const { page, document, name, highlighted } = control;
  const text = useReportTexts();
  const customerId = useShownCustomer() ?? 0;
  const pointer = usePointerDrag({ items: page.items, page, zoom, isSnapping, selection, select, onFrames });
  const { drag } = pointer;
  const resolved = useShownPage(props, drag === undefined || drag.is === 'select' ? undefined : drag.frames);
  if (resolved === undefined) return null;
  const selected = resolved.page.items.filter(({ id }) => selection.has(id));
  const bounds = writing === undefined ? frameAround(selected.map(({ frame }) => frame)) : undefined;
  return (
    <div
      className="tt-report-canvas"
      style={{ zoom, '--tt-report-zoom': zoom } as CSSProperties}
      role="group"
      aria-label={text('pageNumber', { number: resolved.number })}
      onPointerMove={pointer.onMove}
      onPointerUp={pointer.onUp}
      onPointerCancel={pointer.onCancel}
    >
      <p id={ITEM_KEYS} className="tt-hidden">
        {text('itemKeys')}
      </p>
      <div className="tt-report-ground" role="presentation" onPointerDown={pointer.onPageDown}>
        <ReportSheet
          name={name}
          document={document}
          resolved={resolved}
          customerId={customerId}
          pageCount={document.pages.length}
          at={chosen.at}
          isValid={props.isValid}
          faultOf={props.faultOf}
          renderItem={(item, content) => (
            <CanvasItem
              key={item.id}
              item={item}
              page={page}
              selection={selection}
              select={select}
              pointer={pointer}
              highlighted={highlighted}
              onOpen={onOpen}
              editor={writing?.id === item.id ? writing.editor : undefined}
            >
              {content}
            </CanvasItem>
          )}
          isEditing
        >
          <CanvasOverlay page={page} zoom={zoom} pointer={pointer} bounds={bounds} />
        </ReportSheet>
      </div>
    </div>
  );
}
