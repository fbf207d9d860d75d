import type { DataLine, DataResult } from '#schemas/data/data-answer.ts';
import type { AskedData } from '#schemas/data/data-request.ts';
import type { BenchServer } from '../live/server.ts';

/** Answers of a call, by the id of the request. */
export type Answers = ReadonlyMap<string, DataResult>;

/** What a call reads, and when its first and last answers are there. */
export interface ReadCall {
  readonly answers: Answers;
  readonly firstMs: number;
  readonly allMs: number;
}

/** Asks a server for the requests of a page in one call, as the console does. Throws when one of them fails. */
export function readingFrom({ url, cookie }: Pick<BenchServer, 'url' | 'cookie'>) {
  const token = /X-CSRF-Token=([^;]+)/.exec(cookie)?.[1] ?? '';
  const headers = { cookie, origin: url, 'x-csrf-token': token, 'content-type': 'application/json' };
  return async (customer: number, requests: readonly AskedData[]): Promise<ReadCall> => {
    const start = performance.now();
    const reply = await fetch(`${url}/api/v1/customers/${String(customer)}/data`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ requests }),
    });
    const answers = new Map<string, DataResult>();
    const decoder = new TextDecoder();
    let [rest, firstMs] = ['', 0];
    for await (const part of reply.body ?? []) {
      rest += decoder.decode(part, { stream: true });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const answer = JSON.parse(line) as DataLine;
        if (answer.state === 'error') throw new Error(`${answer.id}: ${JSON.stringify(answer.problem)}`);
        if (answer.state !== 'ready') continue;
        if (answers.size === 0) firstMs = performance.now() - start;
        answers.set(answer.id, answer.result);
      }
    }
    if (answers.size !== requests.length) throw new Error(`the reply is incomplete: ${rest.slice(0, 500)}`);
    return { answers, firstMs, allMs: performance.now() - start };
  };
}

/** What the statements of answers read. */
export function readBy(answers: Answers): { readonly rows: number; readonly bytes: number } {
  const found = [...answers.values()].flatMap(({ explanation }) => explanation?.statements ?? []);
  const sum = (of: (statement: (typeof found)[number]) => number): number =>
    found.reduce((total, statement) => total + of(statement) / statement.sharedBy, 0);
  return { rows: sum(({ readRows }) => readRows), bytes: sum(({ readBytes }) => readBytes) };
}
