import {
  useEffect,
  useMemo,
  useSyncExternalStore,
  useCallback,
  type CSSProperties,
  type ReactNode,
} from 'react';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import { PRINT_PAGE_CLASS } from '#schemas/report/print.ts';
import type { ReportItem } from '#schemas/report/item.ts';
import type { ResolvedPage } from '#schemas/report/resolve.ts';
import type { DataPage } from '../../dashboard/data/data-page.ts';
import { ReportItemView } from './ReportItemView.tsx';
import { useReportTexts } from '../texts/en.ts';
import type { FieldValues } from './fields.ts';
import { useFieldValues } from './use-field-values.ts';
import { usePageData } from './use-page-data.ts';

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
  /** What is printed says on each page what it is. */
  readonly hasFoot?: boolean;
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
  const { isEditing = false, hasFoot = false } = props;
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
  useEffect(() => (loadsAll ? data.page.want(ids) : undefined), [loadsAll, data.page, ids]);
  const state = useSheetState(data.page, ids);
  useEffect(() => {
    const [isReady, failed] = state.split(' ');
    onState?.(key, { isReady: isReady === 'true', failed: Number(failed) });
  }, [state, key, onState]);
  return (
    <div
      className={`tt-paper ${PRINT_PAGE_CLASS}`}
      data-page={resolved.number}
      data-layout={page.layout}
      data-editing={isEditing || undefined}
      data-complete={state.startsWith('true') || undefined}
      style={{ width: page.width, height: page.height, background: page.background }}
    >
      {hasFoot && <SheetHeading resolved={resolved} />}
      {page.items.map((item) => {
        const content = (
          <ReportItemView
            item={item}
            data={data}
            customerId={customerId}
            values={values}
            fault={faultOf?.(item.id)}
          />
        );
        return renderItem === undefined ? (
          <div key={item.id} className="tt-report-item" data-kind={item.kind} style={place(item.frame)}>
            {content}
          </div>
        ) : (
          renderItem(item, content)
        );
      })}
      {hasFoot && <SheetFoot values={values} timeZone={data.context.timeZone} />}
      {children}
    </div>
  );
}

/** For the outline of a PDF, and for those who do not see it. */
function SheetHeading({ resolved: { page, number, elements } }: Pick<SheetProps, 'resolved'>) {
  const text = useReportTexts();
  const title = page.title === '' ? text('pageNumber', { number }) : page.title;
  const heading = [title, ...elements.map(({ label }) => label)].join(' · ');
  return <h2 className="tt-visually-hidden">{heading}</h2>;
}

/** Whose values of which period a printed page shows. */
function SheetFoot({
  values: {
    builtIn: { report, customer, period, page, pages },
  },
  timeZone,
}: {
  readonly values: FieldValues;
  readonly timeZone: string;
}) {
  const text = useReportTexts();
  return (
    <p className="tt-report-foot">
      <span>{[report, customer].filter(Boolean).join(' · ')}</span>
      <span>{`${period} (${timeZone})`}</span>
      <span>{text('pageOf', { page, pages })}</span>
    </p>
  );
}
