import { useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import { DraggableCore } from 'react-draggable';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { Frame, ReportItem } from '#schemas/report/item.ts';
import { designedPage } from '#schemas/report/resolve.ts';
import { useShownCustomer } from '../../dashboard/view/use-shown-customer.ts';
import type { ChosenContext } from '../../dashboard/view/use-document-context.ts';
import { BeingEditedProvider } from '../brand/use-brand.ts';
import type { ReportControl } from '../edit/report-control.ts';
import { useReportTexts } from '../texts/en.ts';
import { ReportSheet } from '../view/ReportSheet.tsx';
import { CanvasItem, ITEM_KEYS } from './CanvasItem.tsx';
import { CanvasOverlay } from './CanvasOverlay.tsx';
import type { SelectedItems } from './selection.ts';
import { useCanvasDrag } from './use-canvas-drag.ts';

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

/** A press there belongs to what is written, or to a handle. */
const NOT_DRAGGED = '.tt-report-writing, .tt-report-handle';

/** The open page as it is drawn. */
function useShownPage({ control: { page, document } }: Props) {
  const number = document.pages.indexOf(page) + 1;
  return useMemo(() => designedPage(page, number), [page, number]);
}

/** The open page with its items, which are selected, moved and resized. */
export function ReportCanvas(props: Props) {
  const { control, chosen, zoom, isSnapping, selection, select, onFrames, onOpen, writing } = props;
  const { page, document, name, highlighted } = control;
  const text = useReportTexts();
  const customerId = useShownCustomer() ?? 0;
  const ground = useRef<HTMLDivElement>(null);
  const drag = useCanvasDrag({ items: page.items, page, zoom, isSnapping, selection, select, onFrames });
  const resolved = useShownPage(props);
  const selected = writing === undefined ? page.items.filter(({ id }) => selection.has(id)) : [];
  return (
    <div
      className="tt-report-canvas"
      style={{ zoom, '--tt-report-zoom': zoom } as CSSProperties}
      role="group"
      aria-label={text('pageNumber', { number: resolved.number })}
    >
      <p id={ITEM_KEYS} className="tt-hidden">
        {text('itemKeys')}
      </p>
      <DraggableCore nodeRef={ground} scale={zoom} cancel={NOT_DRAGGED} {...drag.page}>
        <div className="tt-report-ground" role="presentation" ref={ground}>
          <BeingEditedProvider value>
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
                  store={drag.store}
                  highlighted={highlighted}
                  onOpen={onOpen}
                  editor={writing?.id === item.id ? writing.editor : undefined}
                >
                  {content}
                </CanvasItem>
              )}
              isEditing
            >
              <CanvasOverlay page={page} zoom={zoom} drag={drag} selected={selected} />
            </ReportSheet>
          </BeingEditedProvider>
        </div>
      </DraggableCore>
    </div>
  );
}
