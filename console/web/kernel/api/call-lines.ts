import { ApiProblem, problemFrom } from './api-problem.ts';
import { exchange, type CallOptions } from './call.ts';
import type { Route } from '#schemas/route.ts';
import type { z } from 'zod';

/** A route whose reply is a stream of lines of JSON, each as the contract of the reply says. */
type LinesRoute = Route & { readonly stream: 'application/x-ndjson' };

const broken = (cause?: unknown): ApiProblem =>
  new ApiProblem({ code: 'NETWORK_UNREACHABLE', status: 0, cause });

/** Lines of a stream of text, as they arrive. A last line without an end is a line as well. */
async function* linesOf(chunks: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = chunks.getReader();
  let remaining = '';
  for (;;) {
    const { done, value } = await reader.read();
    remaining += value === undefined ? decoder.decode() : decoder.decode(value, { stream: true });
    const lines = remaining.split('\n');
    remaining = lines.pop() ?? '';
    yield* lines;
    if (done) break;
  }
  yield remaining;
}

/**
 * Calls a route that responds in lines; `onLine` gets each as soon as it is there.
 * @throws ApiProblem for a rejection, a cancelled call, and a stream that breaks or is not what the contract says.
 */
export async function callLines<R extends LinesRoute>(
  route: R,
  options: CallOptions<R>,
  onLine: (line: z.output<R['reply']>) => void,
): Promise<void> {
  const { response } = await exchange(route, options);
  if (!response.ok) throw await problemFrom(response);
  if (response.body === null) throw broken();
  try {
    for await (const text of linesOf(response.body))
      if (text.trim() !== '') onLine(route.reply.parse(JSON.parse(text)) as z.output<R['reply']>);
  } catch (cause) {
    if (options.signal?.aborted === true)
      throw new ApiProblem({ code: 'REQUEST_CANCELLED', status: 0, cause });
    throw broken(cause);
  }
}
