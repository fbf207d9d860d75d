import type { DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { BenchServer } from '../live/server.ts';

/** Responses of a call, by the id of the request. */
export type DataResults = ReadonlyMap<string, DataResult>;

/** What a call reads, and when its first and last responses are there. */
export interface ReadCall {
  readonly responses: DataResults;
  readonly firstMs: number;
  readonly allMs: number;
}

/** Sends the requests of a page to a server in one call, as the console does. Throws when one of them fails. */
export function readingFrom({ url, cookie }: Pick<BenchServer, 'url' | 'cookie'>) {
  const token = /X-CSRF-Token=([^;]+)/.exec(cookie)?.[1] ?? '';
  const headers = { cookie, origin: url, 'x-csrf-token': token, 'content-type': 'application/json' };
  return async (customer: number, requests: readonly DataRequestInput[]): Promise<ReadCall> => {
    const start = performance.now();
    const reply = await fetch(`${url}/api/v1/customers/${String(customer)}/data`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ requests }),
    });
    const responses = new Map<string, DataResult>();
    const decoder = new TextDecoder();
    let [remaining, firstMs] = ['', 0];
    for await (const part of reply.body ?? []) {
      remaining += decoder.decode(part, { stream: true });
      const lines = remaining.split('\n');
      remaining = lines.pop() ?? '';
      for (const line of lines) {
        const response = JSON.parse(line) as DataLine;
        if (response.state === 'error')
          throw new Error(`${response.id}: ${JSON.stringify(response.problem)}`);
        if (response.state !== 'ready') continue;
        if (responses.size === 0) firstMs = performance.now() - start;
        responses.set(response.id, response.result);
      }
    }
    if (responses.size !== requests.length)
      throw new Error(`the reply is incomplete: ${remaining.slice(0, 500)}`);
    return { responses, firstMs, allMs: performance.now() - start };
  };
}

/** What the statements of responses read. */
export function readBy(responses: DataResults): { readonly rows: number; readonly bytes: number } {
  const found = [...responses.values()].flatMap(({ explanation }) => explanation?.statements ?? []);
  const sum = (of: (statement: (typeof found)[number]) => number): number =>
    found.reduce((total, statement) => total + of(statement) / statement.sharedBy, 0);
  return { rows: sum(({ readRows }) => readRows), bytes: sum(({ readBytes }) => readBytes) };
}
