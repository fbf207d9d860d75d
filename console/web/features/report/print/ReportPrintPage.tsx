import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { reportIn } from '#schemas/report/translated.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { printAttributes, variablesFrom } from '#schemas/report/print.ts';
import { withFormat } from '#schemas/report/rules.ts';
import type { Resolution } from '#schemas/report/resolve.ts';
import type { ReportEntry } from '#schemas/report/entry.ts';
import { reportSpan } from '#schemas/report/period.ts';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import { KpiDirectoryProvider } from '#web/kernel/kpi/kpi-directory.tsx';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { sessionQuery, useSession } from '#web/kernel/session/session.ts';
import { usePaperTitle } from '#web/lib/document-title.ts';
import { readWall } from '#schemas/token/routes.ts';
import { sessionOfDisplay } from '../../dashboard/wall/session-of-display.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { now } from '#web/lib/clock.ts';
import { setLanguage, useLanguage } from '#web/lib/text.ts';
import { SourceDocumentProvider, useSourceDocument } from '../../dashboard/data/request-data.ts';
import { shownZone } from '../../dashboard/data/chosen-context.ts';
import { DocumentPlaceProvider } from '../../dashboard/document-page.ts';
import { documentSearchDefaults, type DocumentSearch } from '../../dashboard/document-search.ts';
import { shownIn } from '../../dashboard/shown-document.ts';
import { ImageSpaceProvider } from '../images/image-space.ts';
import { reportApi, reportLibraryApi } from '../report-api.ts';
import { reportQuery, reportSettingsQuery } from '../report-queries.ts';
import type { PrintSearch } from '../report-search.ts';
import { ReportPages } from '../view/ReportPages.tsx';
import { resolveWith } from '../view/resolve-with.ts';
import { useDrawn } from './use-drawn.ts';
import '#web/styles/series.css';
import '../../dashboard/dashboard.css';
import '../report.css';
import './print.css';

interface PrintedProps {
  readonly entry: ReportEntry;
  readonly customerId: number;
  readonly search: PrintSearch;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly maxPages: number;
}

/** The report as it is printed: in the format and language of the address. */
function usePrinted({ entry, search }: PrintedProps) {
  const language = useLanguage();
  const { format } = search;
  return useMemo(() => {
    const { name } = shownIn(entry, language);
    const shown = reportIn(entry.document, language);
    return { name, document: format === undefined ? shown : withFormat(shown, format) };
  }, [entry, language, format]);
}

function usePrintContext({ entry, search, customerId }: PrintedProps) {
  const { from, to, zone, variables } = search;
  const [openedAt] = useState(() => Math.floor(now() / 1_000));
  const ofCustomer = useSession().customers.find(({ id }) => id === customerId)?.timeZone;
  return useMemo(() => {
    const timeZone = zone ?? shownZone(entry.document.timeZone, ofCustomer).timeZone;
    const span = reportSpan(entry.document.period, openedAt, timeZone);
    const context: DocumentContext = {
      period: { from: from ?? span.from, to: to ?? span.to },
      isFixed: true,
      timeZone,
      selection: variablesFrom(variables ?? ''),
    };
    return { context, at: () => context };
  }, [entry, from, to, zone, variables, openedAt, ofCustomer]);
}

function Printed(props: PrintedProps) {
  const { entry, customerId, root, maxPages } = props;
  const { name, document } = usePrinted(props);
  const { context, at } = usePrintContext(props);
  const requested = useSourceDocument();
  const resolved = useQuery({
    ...namedQuery('report', ['print', entry.id, entry.version, customerId, context.selection], (signal) =>
      resolveWith(document, {
        customerId,
        requested,
        selection: context.selection ?? {},
        maxPages,
        signal,
      }),
    ),
    staleTime: Infinity,
  });
  const language = useLanguage();
  const [failed, setFailed] = useState<number>();
  const onReady = useCallback((count: number) => setFailed(count), []);
  const [sheets, setSheets] = useState<number>();
  const { data, error } = resolved;
  usePaperTitle(name);
  const isReady = useDrawn(root, failed !== undefined || data?.pages.length === 0);
  useAttributes(root, { data, error, failed, sheets, isReady });
  return data === undefined ? null : (
    <>
      <h1 className="tt-visually-hidden">{name}</h1>
      <ReportPages
        name={name}
        document={document}
        customerId={customerId}
        at={at}
        onReady={onReady}
        pages={data.pages}
        loadsAll
        onSheets={setSheets}
        cut={data.truncated ? warningText('REPORT_PAGES_TRUNCATED', language, { max: maxPages }) : undefined}
      />
    </>
  );
}

interface PrintState {
  readonly data: Resolution | undefined;
  readonly error: unknown;
  readonly failed: number | undefined;
  readonly sheets: number | undefined;
  readonly isReady: boolean;
}

/** What the printer reads from the root. */
function useAttributes(
  root: RefObject<HTMLDivElement | null>,
  { data, error, failed, sheets, isReady }: PrintState,
): void {
  useEffect(() => {
    const { current } = root;
    if (current === null) return;
    if (error !== null) current.setAttribute(printAttributes.problem, 'REPORT_RESOLVE_FAILED');
    if (data === undefined) return;
    current.setAttribute(printAttributes.pages, String(sheets ?? data.pages.length));
    current.setAttribute(printAttributes.truncated, String(data.truncated));
    current.setAttribute(printAttributes.failed, String(failed ?? 0));
    current.setAttribute(printAttributes.ready, String(isReady));
  }, [root, data, error, failed, sheets, isReady]);
}

const nowhere = (): void => undefined;

/** All pages of a report, one after another, for a printer: its root says when they are complete. */
export function ReportPrintPage() {
  return displayToken() === undefined ? <PrintedPages /> : <PagesOfToken />;
}

/** What a process that renders prints: its token has the customer and rights of the requester. */
function PagesOfToken() {
  const cache = useQueryCache();
  const { data, error } = useQuery(
    namedQuery('report-print-scope', [], async (signal) => {
      const scope = await call(readWall, { signal });
      cache.write(sessionQuery, sessionOfDisplay(scope));
      return scope;
    }),
  );
  if (data !== undefined) return <PrintedPages />;
  const problem = error === null ? undefined : codeOf(error);
  return <main className="tt-report-print" {...(problem && { [printAttributes.problem]: problem })} />;
}

const codeOf = (problem: Error): string =>
  problem instanceof ApiProblem && problem.status !== 404 ? problem.code : 'REPORT_UNAVAILABLE';

function PrintedPages() {
  const search = useSearch({ from: '/report/$report/print' });
  const { report } = useParams({ from: '/report/$report/print' });
  const { customer, language } = search;
  const [id, customerId] = [Number(report), customer ?? 0];
  const root = useRef<HTMLDivElement>(null);
  const api = useMemo(() => reportApi(customerId), [customerId]);
  const place = useMemo(
    () => ({
      api: reportLibraryApi(customerId),
      change: nowhere,
      search: { ...documentSearchDefaults, customer: customerId, open: id } as DocumentSearch,
    }),
    [customerId, id],
  );
  const seesDashboards = usePermission('DASHBOARD.read');
  const requested = useMemo(
    () => (seesDashboards ? undefined : ({ kind: 'report', id } as const)),
    [seesDashboards, id],
  );
  useEffect(() => {
    if (language !== undefined) setLanguage(language);
  }, [language]);
  const entry = useQuery(reportQuery(api, id));
  const settings = useQuery(reportSettingsQuery);
  useEffect(() => {
    const problem = entry.error ?? settings.error;
    if (problem !== null) root.current?.setAttribute(printAttributes.problem, codeOf(problem));
  }, [entry.error, settings.error]);
  return (
    <main className="tt-report-print" data-format={search.format ?? entry.data?.document.format} ref={root}>
      <DocumentPlaceProvider value={place}>
        <SourceDocumentProvider value={requested}>
          <ImageSpaceProvider value={customerId}>
            <KpiDirectoryProvider>
              {entry.data !== undefined && settings.data !== undefined && (
                <Printed
                  entry={entry.data}
                  customerId={customerId}
                  search={search}
                  root={root}
                  maxPages={settings.data.maxPages}
                />
              )}
            </KpiDirectoryProvider>
          </ImageSpaceProvider>
        </SourceDocumentProvider>
      </DocumentPlaceProvider>
    </main>
  );
}
