import { useCallback, useMemo, useState } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import { requestsOf, type DocumentContext } from '#schemas/dashboard/document-requests.ts';
import type { ReportDocument, ReportPage } from '#schemas/report/document.ts';
import type { ResolvedPage } from '#schemas/report/resolve.ts';
import { isDashletItem, viewOf } from '#schemas/report/views.ts';
import { now } from '#web/lib/clock.ts';
import type { DataPage } from '../../dashboard/data/data-page.ts';
import { useDataPage } from '../../dashboard/data/use-document-data.ts';

/** A dashlet of a page with the filters that apply to it. */
interface PageView {
  readonly dashlet: Dashlet;
  readonly view: DashboardDocument;
}

export interface PageData {
  readonly page: DataPage;
  readonly views: ReadonlyMap<string, PageView>;
  readonly context: DocumentContext;
}

interface PageDataNeeds {
  readonly document: ReportDocument;
  readonly resolved: ResolvedPage;
  readonly customerId: number;
  /** The context of the reader at a time in seconds since 1970. */
  readonly at: (time: number) => DocumentContext;
  /** Dashlets that are not ready to be loaded. */
  readonly isValid?: ((dashlet: Dashlet) => boolean) | undefined;
}

const everyOne = (): boolean => true;

const viewsIn = (document: ReportDocument, page: ReportPage): ReadonlyMap<string, PageView> =>
  new Map(
    page.items.filter(isDashletItem).flatMap((item): [string, PageView][] => {
      const view = viewOf(document, page, item);
      const [dashlet] = view.dashlets;
      return dashlet === undefined ? [] : [[item.id, { dashlet, view }]];
    }),
  );

/** The dashlets of a page. One that is only moved stays the same value: its chart is not drawn again. */
function useViews(document: ReportDocument, page: ReportPage): ReadonlyMap<string, PageView> {
  const [known] = useState(() => new Map<string, { readonly text: string; readonly view: PageView }>());
  const found = useMemo(() => {
    const views = viewsIn(document, page);
    return new Map(
      [...views].map(([id, view]) => {
        const text = JSON.stringify(view);
        const last = known.get(id);
        if (last?.text === text) return [id, last.view] as const;
        known.set(id, { text, view });
        return [id, view] as const;
      }),
    );
  }, [document, page, known]);
  const [shown, setShown] = useState(found);
  const isSame = shown.size === found.size && [...found].every(([id, view]) => shown.get(id) === view);
  if (!isSame) setShown(found);
  return isSame ? shown : found;
}

/** The data of a page: of each dashlet with its variables, and the elements that the page is shown for. */
export function usePageData({
  document,
  resolved,
  customerId,
  at,
  isValid = everyOne,
}: PageDataNeeds): PageData {
  const { page, selection } = resolved;
  const views = useViews(document, page);
  const within = useCallback(
    (time: number): DocumentContext => {
      const context = at(time);
      return { ...context, selection: { ...context.selection, ...selection } };
    },
    [at, selection],
  );
  const requestsNow = useCallback(() => {
    const context = within(Math.floor(now() / 1_000));
    return [...views.values()].flatMap(({ dashlet, view }) =>
      isValid(dashlet) ? requestsOf(view, context) : [],
    );
  }, [views, within, isValid]);
  const dashlets = useMemo(() => [...views.values()].map(({ dashlet }) => dashlet), [views]);
  const data = useDataPage({ customerId, requestsNow, dashlets });
  const context = useMemo(() => within(Math.floor(now() / 1_000)), [within]);
  return useMemo(() => ({ page: data, views, context }), [data, views, context]);
}
