import { renderingLimits } from '#schemas/limit/rendering.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { listKpiDescriptions } from '#schemas/kpi/description.ts';
import { directoryWith, type KpiDirectory } from '#schemas/kpi/directory.ts';
import { DataLine, type DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { MAX_ELEMENTS } from '#schemas/data/element-routes.ts';
import { documentData } from '#schemas/dashboard/document-data-routes.ts';
import { requestsOf, type DocumentContext } from '#schemas/dashboard/document-requests.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { Problem } from '#schemas/problem/problem.ts';
import type { RenderingProgress } from '#schemas/rendering/rendering.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import { ReportEntry } from '#schemas/report/entry.ts';
import { resolvePages, type ResolvedPage } from '#schemas/report/resolve.ts';
import { customerReports, readReportSettings } from '#schemas/report/routes.ts';
import { reportIn } from '#schemas/report/translated.ts';
import { dashletOf, isDashletItem, viewOf } from '#schemas/report/views.ts';
import type { ReportRunRow } from '#platform/rendering/render-queue.ts';
import { RenderingError } from '../rendering-error.ts';
import type { ServerClient } from './server-client.ts';

/** The values of a dashlet on a page. */
export interface DashletTable {
  readonly page: ResolvedPage;
  readonly dashlet: Dashlet;
  readonly result: DataResult;
}

export interface ReportTables {
  readonly name: string;
  readonly kpis: KpiDirectory;
  readonly tables: readonly DashletTable[];
  /** Number of pages, when there were more of them; undefined: all are read. */
  readonly cutAfter: number | undefined;
}

interface ReadNeeds {
  readonly client: ServerClient;
  readonly onProgress: (progress: RenderingProgress) => void;
}

async function readKpis(client: ServerClient): Promise<KpiDirectory> {
  const { kpis } = await client.read(listKpiDescriptions, {});
  return directoryWith(
    kpis.map(({ formulas, strategy, ...kpi }) => ({
      ...kpi,
      strategy: strategy ?? ('before any aggregation' as const),
      isOfAccesses: false,
      scopes: formulas.map(({ scope }) => scope),
    })),
  );
}

interface PageParts {
  readonly document: ReportDocument;
  readonly page: ResolvedPage;
  readonly context: DocumentContext;
  /** Ids of the items that are read; empty: all. */
  readonly chosen: ReadonlySet<string>;
}

interface PageRequest {
  readonly dashlet: Dashlet;
  readonly request: DataRequestInput;
}

/** The requests of the dashlets of a page, as its readers send them. */
const requestsOn = ({
  document,
  page: { page, selection },
  context,
  chosen,
}: PageParts): readonly PageRequest[] =>
  page.items
    .filter(isDashletItem)
    .filter(({ id }) => chosen.size === 0 || chosen.has(id))
    .flatMap((item) =>
      requestsOf(viewOf(document, page, item), {
        ...context,
        selection: { ...context.selection, ...selection },
      }).flatMap((each) => ('request' in each ? [{ dashlet: dashletOf(item), request: each.request }] : [])),
    );

/** Results by the id of their request. Throws a RenderingError with the first problem, and with the dashlet that has it. */
async function readResults(
  client: ServerClient,
  run: Pick<ReportRunRow, 'customer_id' | 'report_id'>,
  requests: readonly PageRequest[],
): Promise<ReadonlyMap<string, DataResult>> {
  const results = new Map<string, DataResult>();
  const params = { customerId: run.customer_id, resourceId: run.report_id };
  const body = { requests: requests.map(({ request }) => request) };
  let isComplete = false;
  await client.lines(documentData.report.data, { params, body }, (line) => {
    const read = DataLine.parse(line);
    if (read.state === 'ready') results.set(read.id, read.result);
    if (read.state === 'error' && !isWithoutData(read.problem)) {
      const title = requests.find(({ dashlet }) => dashlet.id === read.id)?.dashlet.title ?? '';
      throw new RenderingError('failed', [title, read.problem.title].filter(Boolean).join(': '));
    }
    isComplete ||= read.state === 'end';
  });
  if (!isComplete) throw new RenderingError('failed', 'The values of the report did not arrive completely.');
  return results;
}

/** A dashlet that has nothing to show is left out. */
const isWithoutData = ({ code }: Problem): boolean =>
  code === 'DASHLET_NO_DATA' || code === 'DASHLET_NO_MATCH' || code === 'DASHLET_KPI_UNKNOWN';

/** Rows of a table file that a result has. */
const rowsOf = ({ rows, steps }: DataResult): number => rows.length * (steps?.length ?? 1);

/** Counts the rows of a file. Throws a RenderingError before more of them are in memory than a file may have. */
function rowCounter(): (result: DataResult) => void {
  const { maxSheetRows } = renderingLimits;
  let count = 0;
  return (result) => {
    count += rowsOf(result);
    if (count > maxSheetRows)
      throw new RenderingError('too-large', `More than ${String(maxSheetRows)} rows.`);
  };
}

/** Reads the values of a report from the server, by the requests of its pages and with the rights of its requester. */
export async function readReportTables(
  run: ReportRunRow,
  { client, onProgress }: ReadNeeds,
): Promise<ReportTables> {
  const { from, to, timeZone, language, variables, dashlets } = run.parameters;
  const params = { customerId: run.customer_id, resourceId: run.report_id };
  const entry = ReportEntry.parse(await client.read(customerReports.read, { params }));
  const { maxPages } = await client.read(readReportSettings, {});
  const kpis = await readKpis(client);
  const document = reportIn(entry.document, language);
  const { pages, truncated } = await resolvePages(document, {
    selection: variables,
    maxPages,
    list: async ({ count, filters, ...list }) => {
      const body = { ...list, filters: [...filters], count: Math.min(count, MAX_ELEMENTS) };
      return (await client.read(documentData.report.elements, { params, body })).elements;
    },
  });
  const context = { period: { from, to }, isFixed: true, timeZone, selection: variables };
  const chosen = new Set(dashlets);
  const tables: DashletTable[] = [];
  const count = rowCounter();
  for (const [index, page] of pages.entries()) {
    onProgress({ done: index, total: pages.length });
    const requests = requestsOn({ document, page, context, chosen });
    for (let first = 0; first < requests.length; first += dataLimits.maxRequests) {
      const part = requests.slice(first, first + dataLimits.maxRequests);
      const results = await readResults(client, run, part);
      for (const { dashlet } of part) {
        const result = results.get(dashlet.id);
        if (result === undefined) continue;
        count(result);
        tables.push({ page, dashlet, result });
      }
    }
  }
  onProgress({ done: pages.length, total: pages.length });
  const name = language === 'fr' ? (entry.document.translations?.fr?.[entry.name] ?? entry.name) : entry.name;
  return { name, kpis, tables, cutAfter: truncated ? pages.length : undefined };
}
