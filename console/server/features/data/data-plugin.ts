import type { FastifyInstance } from 'fastify';
import { readData } from '#schemas/data/routes.ts';
import { isRequestOf } from '#schemas/dashboard/document-read-guard.ts';
import { documentData } from '#schemas/dashboard/document-data-routes.ts';
import { shownKinds } from '#schemas/dashboard/kind/shown-kind.ts';
import { viewsIn } from '#schemas/report/any-document.ts';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import { inZone, type DataRequest, type ZonedRequest } from '#schemas/data/data-request.ts';
import { readKpiSeries } from '#schemas/kpi/series.ts';
import { problemOf } from '#schemas/problem/problem.ts';
import { timeZoneOf } from '#server/kernel/access/caller.ts';
import { eventLog } from '#server/kernel/http/event-log.ts';
import { requestLanguage } from '#server/kernel/http/request-language.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { unnamedProblem } from '#server/kernel/problem/query-problem.ts';
import { serve } from '#server/kernel/route/serve.ts';
import { serveStream, type StreamCall } from '#server/kernel/route/serve-stream.ts';
import { DataCallReader, type DataReaderNeeds } from './data-reader.ts';
import type { KpiSeriesReader } from './series/kpi-series-reader.ts';
import { mayQueryAnything, type DocumentSource } from '#server/shared/document/document-source.ts';

type Call = Pick<
  StreamCall<typeof readData>,
  'request' | 'send' | 'sendJson' | 'signal' | 'body' | 'caller'
> & {
  readonly params: { readonly customerId: number };
};

/** Requests of a call that are processed at the same time: the others wait, so that few results with a line per key are in memory. */
const AT_ONCE = { short: 32, long: 8 } as const;

/** Whether a result has a line for every key that there is. */
const isLong = ({ breakdown }: DataRequest): boolean => breakdown.kind === 'all';

/** The line of a request that failed. Unexpected failures are logged. */
function failed({ request }: Call, id: string, error: unknown): DataLine {
  const problem = error instanceof ProblemError ? error : unnamedProblem(error, request.id);
  if (problem.code === 'SERVER_PROBLEM') eventLog(request).error({ err: error }, 'request failed');
  const { params, errors: _, ...detail } = problem.detail;
  return {
    state: 'error',
    id,
    problem: problemOf(problem.code, {
      language: requestLanguage(request),
      ...(params === undefined ? {} : { params: { ...params } }),
      ...(detail.detail === undefined ? {} : { detail: detail.detail }),
    }),
  };
}

/** Sends the response to the request at a place of the call. */
async function respond(
  call: Call,
  reader: DataCallReader,
  { request, place }: { readonly request: ZonedRequest; readonly place: number },
): Promise<void> {
  const { id } = request;
  let isRunning = false;
  const onStart = (): void => {
    if (!isRunning) void call.send({ state: 'running', id });
    isRunning = true;
  };
  try {
    const result = await reader.read(request, { place, onStart });
    await call.sendJson(`{"state":"ready","id":${JSON.stringify(id)},"result":${result}}`);
  } catch (error) {
    if (!call.signal.aborted) await call.send(failed(call, id, error));
  }
}

/** Responds to the requests of a call, to those that are `rejected` with their problem. */
async function respondToAll(
  call: Call,
  needs: DataReaderNeeds,
  rejected: (request: DataRequest) => ProblemError | undefined,
): Promise<void> {
  const { caller, params, body, signal } = call;
  const reader = new DataCallReader(needs, { caller, customer: params.customerId, signal });
  const zone = timeZoneOf(caller, params.customerId);
  const work = async (waiting: Iterable<readonly [number, DataRequest]>): Promise<void> => {
    for (const [place, requested] of waiting) {
      if (signal.aborted) return;
      const problem = rejected({ ...requested, timeZone: requested.timeZone ?? zone });
      if (problem === undefined) await respond(call, reader, { request: inZone(requested, zone), place });
      else await call.send(failed(call, requested.id, problem));
    }
  };
  const { short = [], long = [] } = Object.groupBy(body.requests.entries(), ([, each]) =>
    isLong(each) ? 'long' : 'short',
  );
  const start = (requests: readonly (readonly [number, DataRequest])[], atOnce: number) => {
    const waiting = requests.values();
    return Array.from({ length: atOnce }, () => work(waiting));
  };
  await Promise.all([...start(short, AT_ONCE.short), ...start(long, AT_ONCE.long)]);
  await call.send({ state: 'end' });
}

/** Values for dashlets, reports and the explorer, and of one KPI over time. */
export function dataPlugin(
  app: FastifyInstance,
  needs: DataReaderNeeds & { readonly documents: DocumentSource; readonly series: KpiSeriesReader },
): void {
  serve(app, readKpiSeries, ({ caller, params: { customerId: customer, key }, query }) =>
    needs.series.read(caller, { customer, key }, query),
  );
  serveStream(app, readData, {
    before: () => undefined,
    handle: (call) => respondToAll(call, needs, () => undefined),
  });
  for (const kind of shownKinds)
    serveStream(app, documentData[kind].data, {
      before: ({ caller, params: { customerId: customer, resourceId } }) =>
        needs.documents({ kind, customer }, resourceId, caller),
      async handle(call, document) {
        const { caller, body } = call;
        const views = viewsIn(document);
        const isFree = mayQueryAnything(kind, caller);
        // Keys of the caller's choice would name elements that the document does not show.
        const requests = isFree
          ? body.requests
          : body.requests.map(({ ranked: _ranked, known: _known, ...request }) => request);
        await respondToAll({ ...call, body: { requests } }, needs, (request) =>
          isFree || views.some((view) => isRequestOf(view, request))
            ? undefined
            : new ProblemError('NOT_OF_DOCUMENT'),
        );
      },
    });
}
