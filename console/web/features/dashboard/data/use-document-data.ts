import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import {
  requestsOf,
  type DashletRequest,
  type DocumentContext,
} from '#schemas/dashboard/document-requests.ts';
import { problems } from '#schemas/problem/catalogue.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { addProblemTexts } from '#web/kernel/api/problem-texts.ts';
import { watchWindows } from '#web/kernel/socket/watch-windows.ts';
import { now } from '#web/lib/clock.ts';
import { afterThis, nextTask } from '#web/lib/later.ts';
import { takeOrRequestData } from '../opening/prefetched-data.ts';
import { loadDashletViews } from '../dashlets/dashlet-views.ts';
import { useSourceDocument, type SourceDocument } from './request-data.ts';
import { DataPage } from './data-page.ts';
import type { DashletData } from './dashlet-data.ts';
import { requestsWithElements, type ComparedElements } from './compared-elements.ts';
import { chosenRequests, type RowChoice, type RowChoices } from './row-order.ts';

// Problems of single dashlets come in lines, not as failed calls.
addProblemTexts(problems);

/** Responses within this time are prompt: that they are being computed is not shown. */
const PROMPT_MS = 400;

const openPage = (customerId: number, document: SourceDocument): DataPage =>
  new DataPage({
    request: (requests, onLine, signal) =>
      takeOrRequestData({ customerId, document }, requests, { onLine, signal }),
    // A hidden tab requests nothing.
    defer: afterThis,
    nextTask,
    afterWhile: (run) => void setTimeout(run, PROMPT_MS),
    problemOf: ({ code, status, params }) => new ApiProblem({ code, status, params }),
  });

const noChoices: RowChoices = {};
const noElements: ComparedElements = {};

interface DataPageNeeds {
  readonly customerId: number;
  /** The requests as they are now; the same function as long as they mean the same. */
  readonly requestsNow: () => readonly DashletRequest[];
  readonly dashlets: DashboardDocument['dashlets'];
}

/** Keeps the data of dashlets current: changed ones are requested, and a closed window requests what is new. */
export function useDataPage({ customerId, requestsNow, dashlets }: DataPageNeeds): DataPage {
  const requested = useSourceDocument();
  const page = useMemo(() => openPage(customerId, requested), [customerId, requested]);
  // Before the first drawing, so that dashlets begin with what they wait for.
  if (page.isEmpty) page.update(requestsNow());
  const update = useEffectEvent((opened: DataPage) => opened.update(requestsNow()));
  useEffect(() => loadDashletViews(dashlets), [dashlets]);
  useEffect(() => {
    page.open();
    return () => page.close();
  }, [page]);
  useEffect(() => {
    page.update(requestsNow());
  }, [page, requestsNow]);
  const closed = useEffectEvent((opened: DataPage, notice: Parameters<DataPage['windowClosed']>[0]) =>
    opened.windowClosed(notice, requestsNow()),
  );
  useEffect(
    () =>
      watchWindows(customerId, {
        closed: (notice) => notice.granularity === '5m' && closed(page, notice),
        missed: () => update(page),
      }),
    [customerId, page],
  );
  return page;
}

interface DocumentRequest {
  readonly customerId: number;
  readonly document: DashboardDocument;
  /** The context at a time in seconds since 1970. */
  readonly at: (time: number) => DocumentContext;
  /** Stable as long as they are the same; default: those of the document. */
  readonly rows?: RowChoices;
  /** Stable as long as they are the same. */
  readonly elements?: ComparedElements;
}

/** Keeps the data of a document current. */
export function useDocumentData({
  customerId,
  document,
  at,
  rows = noChoices,
  elements = noElements,
}: DocumentRequest): DataPage {
  const requestsNow = useCallback(
    () =>
      requestsWithElements(
        chosenRequests(requestsOf(document, at(Math.floor(now() / 1_000))), rows),
        elements,
      ),
    [document, at, rows, elements],
  );
  return useDataPage({ customerId, requestsNow, dashlets: document.dashlets });
}

/** A part of what a dashlet shows now. `part` returns a value that is the same as long as it means the same. */
export const useDashletData = <Part>(
  page: DataPage,
  dashlet: string,
  part: (data: DashletData) => Part,
): Part =>
  useSyncExternalStore(
    useCallback((listener) => page.subscribe(dashlet, listener), [page, dashlet]),
    () => part(page.read(dashlet)),
  );

/** How the reader orders and filters the rows of dashlets; it lasts as long as the page. */
export function useRowChoices(): readonly [RowChoices, (dashlet: string, part: RowChoice) => void] {
  const [choices, setChoices] = useState<RowChoices>({});
  const choose = (dashlet: string, part: RowChoice): void =>
    setChoices((last) => ({ ...last, [dashlet]: { ...last[dashlet], ...part } }));
  return [choices, choose];
}
