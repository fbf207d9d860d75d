import type { FastifyInstance } from 'fastify';
import { readData } from '#schemas/data/routes.ts';
import type { DataLine } from '#schemas/data/data-answer.ts';
import type { DataRequest } from '#schemas/data/data-request.ts';
import { problemOf } from '#schemas/problem/problem.ts';
import { eventLog } from '#server/kernel/http/event-log.ts';
import { requestLanguage } from '#server/kernel/http/request-language.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { serveStream } from '#server/kernel/route/serve-stream.ts';
import type { StreamCall } from '#server/kernel/route/serve-stream.ts';
import { DataCallReader } from './data-reader.ts';
import type { DataReaderNeeds } from './data-reader.ts';

type Call = StreamCall<typeof readData>;

/** Requests of a call that are answered at the same time: the others wait, so that few results are in memory. */
const AT_ONCE = 8;

/** The line of a request that failed. Unexpected failures are logged. */
function failed({ request }: Call, id: string, error: unknown): DataLine {
  const problem =
    error instanceof ProblemError
      ? error
      : new ProblemError('SERVER_PROBLEM', { params: { requestId: request.id }, cause: error });
  if (problem !== error) eventLog(request).error({ err: error }, 'request failed');
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

async function answer(call: Call, reader: DataCallReader, request: DataRequest): Promise<void> {
  const { id } = request;
  let isRunning = false;
  const onStart = (): void => {
    if (!isRunning) void call.send({ state: 'running', id });
    isRunning = true;
  };
  try {
    const result = await reader.read(request, onStart);
    await call.send({ state: 'ready', id, result });
  } catch (error) {
    if (!call.signal.aborted) await call.send(failed(call, id, error));
  }
}

/** Values for dashlets, reports and the explorer. */
export function dataPlugin(app: FastifyInstance, needs: DataReaderNeeds): void {
  serveStream(app, readData, async (call) => {
    const { caller, params, body, signal } = call;
    const reader = new DataCallReader(needs, { caller, customer: params.customerId, signal });
    const waiting = body.requests.values();
    const work = async (): Promise<void> => {
      for (const request of waiting) {
        if (signal.aborted) return;
        await answer(call, reader, request);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await call.send({ state: 'end' });
  });
}
