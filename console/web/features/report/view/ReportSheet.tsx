import {
  useEffect,
  useMemo,
  useSyncExternalStore,
  useCallback,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { OnPaper } from '#web/ui/table/print/paper.ts';
import { fillOf } from '#schemas/brand/paint.ts';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import { PRINT_PAGE_CLASS } from '#schemas/report/print.ts';
import type { ReportItem } from '#schemas/report/item.ts';
import type { ResolvedPage } from '#schemas/report/resolve.ts';
import type { DataPage } from '../../dashboard/data/data-page.ts';
import { useBrand, useBrandStyle } from '../brand/use-brand.ts';
import { usePaperTables, type PaperItem, type PaperStack } from '../print/use-paper-tables.ts';
import { ReportItemView } from './ReportItemView.tsx';
import { useReportTexts } from '../texts/en.ts';
import { fieldsOfPage, type FieldValues } from './fields.ts';
import { useFieldValues } from './use-field-values.ts';
import { usePageData, type PageData } from './use-page-data.ts';

/** How far a page is: all of its dashlets have their values, or a problem. */
export interface SheetState {
  readonly isReady: boolean;
  readonly failed: number;
}

interface SheetProps {
  readonly name: string;
  readonly document: ReportDocument;
  readonly resolved: ResolvedPage;
  readonly pageCount: number;
  readonly customerId: number;
  readonly at: (time: number) => DocumentContext;
  /** Loads all dashlets, also those that are not in view. */
  readonly loadsAll?: boolean;
  readonly onState?: ((key: string, state: SheetState) => void) | undefined;
  readonly isValid?: ((dashlet: Dashlet) => boolean) | undefined;
  readonly faultOf?: ((id: string) => string | undefined) | undefined;
  /** Draws an item of the editor around its content. */
  readonly renderItem?: ((item: ReportItem, content: ReactNode) => ReactNode) | undefined;
  /** Items may be moved over the edges of the page. */
  readonly isEditing?: boolean;
  /** What is printed says on each page what it is, and its tables continue over further sheets. */
  readonly paper?: PaperStack | undefined;
  /** Of the last page of what is printed: that there are more. */
  readonly cut?: string | undefined;
  readonly children?: ReactNode;
}

/** Follows the data of all dashlets of a page. */
function useSheetState(page: DataPage, ids: readonly string[]): string {
  return useSyncExternalStore(
    useCallback(
      (listener) => {
        const ends = ids.map((id) => page.subscribe(id, listener));
        return () => {
          for (const end of ends) end();
        };
      },
      [page, ids],
    ),
    () => {
      const states = ids.map((id) => page.read(id).is);
      const isReady = states.every((is) => is === 'ready' || is === 'failed' || is === 'missing');
      const failed = states.filter((is) => is === 'failed').length;
      return `${String(isReady)} ${String(failed)}`;
    },
  );
}

const place = ({ x, y, width, height }: ReportItem['frame']): CSSProperties => ({
  left: x,
  top: y,
  width,
  height,
});

/** One page of a report at 96 dpi: paper, in the colours of the light theme. */
export function ReportSheet(props: SheetProps) {
  const {
    document,
    resolved,
    customerId,
    at,
    loadsAll = false,
    onState,
    isValid,
    faultOf,
    renderItem,
    children,
  } = props;
  const { isEditing = false, paper, cut } = props;
  const { page, key } = resolved;
  const data = usePageData({ document, resolved, customerId, at, isValid });
  const values = useFieldValues({ ...props, context: data.context });
  const ids = useMemo(
    () =>
      [...data.views.values()]
        .filter(({ dashlet }) => 'series' in dashlet.settings)
        .map(({ dashlet }) => dashlet.id),
    [data.views],
  );
  useEffect(() => (loadsAll ? data.page.expected(ids) : undefined), [loadsAll, data.page, ids]);
  const state = useSheetState(data.page, ids);
  useEffect(() => {
    const [isReady, failed] = state.split(' ');
    onState?.(key, { isReady: isReady === 'true', failed: Number(failed) });
  }, [state, key, onState]);
  const parts = usePaperTables(paper, key, page.items);
  const { isPending } = useBrand();
  const brand = useBrandStyle(page.background);
  const isComplete = state.startsWith('true') || undefined;
  const content = (item: ReportItem): ReactNode => (
    <ReportItemView
      item={item}
      data={data}
      customerId={customerId}
      values={values}
      fault={faultOf?.(item.id)}
    />
  );
  if (paper !== undefined)
    return (
      <PaperSheets
        resolved={resolved}
        data={data}
        values={values}
        parts={parts}
        isComplete={isComplete}
        content={content}
        cut={cut}
        brand={brand}
        isWaiting={isPending}
      />
    );
  return (
    <div
      className={`tt-paper ${PRINT_PAGE_CLASS}`}
      data-page={resolved.number}
      data-layout={page.layout}
      data-editing={isEditing || undefined}
      data-complete={isComplete}
      style={{ ...brand, width: page.width, height: page.height, background: fillOf(page.background) }}
    >
      {page.items.map((item) =>
        renderItem === undefined ? (
          <div key={item.id} className="tt-report-item" data-kind={item.kind} style={place(item.frame)}>
            {content(item)}
          </div>
        ) : (
          renderItem(item, content(item))
        ),
      )}
      {children}
    </div>
  );
}

/** Of a sheet on which a table continues, at 96 dpi. */
const MARGIN_PX = 40;

/** Where a part of an item is: behind the first one, a table has the height of its sheet. */
const placeOfPart = ({ item, index }: PaperItem, height: number): CSSProperties =>
  place(index === 0 ? item.frame : { ...item.frame, y: MARGIN_PX, height: height - 2 * MARGIN_PX });

interface PaperSheetsProps extends Pick<SheetProps, 'resolved' | 'cut'> {
  readonly data: PageData;
  readonly values: FieldValues;
  readonly parts: readonly PaperItem[];
  readonly isComplete: true | undefined;
  readonly content: (item: ReportItem) => ReactNode;
  readonly brand: CSSProperties;
  /** For its colours. */
  readonly isWaiting: boolean;
}

/** The sheets of a page on paper: that with its items, and those on which its tables continue. */
function PaperSheets(props: PaperSheetsProps) {
  const { resolved, data, values, parts, isComplete, content, cut, brand, isWaiting } = props;
  const { page } = resolved;
  const { width, height, background, layout } = page;
  const further = parts.filter(({ index }) => index > 0).map((part) => [part]);
  return [parts.filter(({ index }) => index === 0), ...further].map((shown, sheet) => (
    <div
      key={sheet === 0 ? '' : `${shown[0]?.item.id ?? ''} ${String(shown[0]?.index)}`}
      className={`tt-paper ${PRINT_PAGE_CLASS}`}
      data-page={resolved.number + sheet}
      data-layout={layout}
      data-complete={isComplete}
      data-waiting={isWaiting || undefined}
      style={{ ...brand, width, height, background: fillOf(background) }}
    >
      <SheetHeading resolved={resolved} isContinued={sheet > 0} />
      {shown.map((part) => (
        <div
          key={part.item.id}
          className="tt-report-item"
          data-kind={part.item.kind}
          style={placeOfPart(part, height)}
        >
          <OnPaper value={part.part}>{content(part.item)}</OnPaper>
        </div>
      ))}
      {cut !== undefined && sheet === further.length && <p className="tt-report-cut">{cut}</p>}
      <SheetFoot
        values={values}
        page={resolved.number + sheet}
        timeZone={data.context.timeZone}
        said={sheet === 0 ? fieldsOfPage(page) : none}
      />
    </div>
  ));
}

/** For the outline of a PDF, and for those who do not see it. */
function SheetHeading({
  resolved: { page, number, elements },
  isContinued,
}: Pick<SheetProps, 'resolved'> & { readonly isContinued: boolean }) {
  const text = useReportTexts();
  const title = page.title === '' ? text('pageNumber', { number }) : page.title;
  const heading = [title, ...elements.map(({ label }) => label)].join(' · ');
  return (
    <h2 className="tt-visually-hidden">{isContinued ? text('continuedPage', { page: heading }) : heading}</h2>
  );
}

const none: ReadonlySet<string> = new Set();

/** Whose values of which period a printed page shows: what its own texts do not say. */
function SheetFoot({
  values: {
    builtIn: { report, customer, period, pages },
  },
  page,
  timeZone,
  said,
}: {
  readonly values: FieldValues;
  readonly page: number;
  readonly timeZone: string;
  /** Fields of the page itself. */
  readonly said: ReadonlySet<string>;
}) {
  const text = useReportTexts();
  const names = [!said.has('report') && report, !said.has('customer') && customer];
  return (
    <p className="tt-report-foot" data-part={said.size > 0 || undefined}>
      <span>{names.filter(Boolean).join(' · ')}</span>
      <span>{said.has('period') ? timeZone : `${period} (${timeZone})`}</span>
      <span>{said.has('page') ? '' : text('pageOf', { page, pages })}</span>
    </p>
  );
}
