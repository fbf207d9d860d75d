import { describe, expect, it } from 'vitest';
import type { MeasuredColumns } from '#platform/clickhouse/clickhouse.ts';
import { valuesStatement, type DataStatement } from '../sql/statement.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { FairQueue } from '#server/shared/queue/fair-queue.ts';
import { anElementPart } from '#tests/fixtures/element-part.ts';
import { MAX_TOGETHER, StatementBatches } from './statement-batches.ts';

const statementOf = (site: number): DataStatement =>
  valuesStatement([anElementPart({ sites: [site] })], 'UTC');

interface Started {
  readonly sites: readonly number[];
  readonly signal: AbortSignal;
  /** Responds to each request with its sites as keys. */
  readonly respond: () => void;
  readonly fail: (error: Error) => void;
}

/** Batches of one turn at a time, and what they read. */
function opened() {
  const reads: Started[] = [];
  const batches = new StatementBatches({
    scheduler: new FairQueue({ running: 1, runningInAll: 1 }),
    read: ({ params }, { signal }) =>
      new Promise<MeasuredColumns>((resolve, reject) => {
        const { sites, requests } = params as { sites: readonly number[]; requests?: readonly number[] };
        const columns = { ...(requests === undefined ? {} : { request: requests }), key_0: sites };
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        reads.push({
          sites,
          signal,
          fail: reject,
          respond: () => resolve({ columns, readRows: 100, readBytes: 100, elapsedMs: 1, replyBytes: 20 }),
        });
      }),
  });
  const request = (site: number, { signal = new AbortController().signal, place = 0 } = {}) =>
    batches.run({ customer: 1, statement: statementOf(site), signal, place, onStart: () => undefined });
  const read = (number: number): Promise<Started> =>
    expect
      .poll(() => reads[number])
      .toBeDefined()
      .then(() => reads[number]!);
  return { request, read, reads };
}

describe('statements of a customer that wait', () => {
  it('are read together by the one that has its turn, each with its own rows', async () => {
    const { request, read } = opened();
    const requested = [request(4), request(5), request(6)];
    const { sites, respond } = await read(0);
    expect(sites).toEqual([4, 5, 6]);
    respond();
    const ran = await Promise.all(requested);
    expect(ran.map(({ columns, together }) => [columns, together])).toEqual(
      [4, 5, 6].map((site) => [{ key_0: [site] }, 3]),
    );
  });

  it('continue in the next turn when they are more than are read together', async () => {
    const { request, read } = opened();
    const requested = Array.from({ length: MAX_TOGETHER + 1 }, (_, site) => request(site));
    (await read(0)).respond();
    const remaining = await read(1);
    expect(remaining.sites).toEqual([MAX_TOGETHER]);
    remaining.respond();
    expect((await Promise.all(requested)).at(-1)?.together).toBe(1);
  });

  it('are read in the order of their places in their calls, whichever call comes first', async () => {
    const { request, read } = opened();
    const calls = Array.from({ length: MAX_TOGETHER }, (_, call) =>
      [0, 1].map((place) => request(2 * call + place, { place })),
    );
    const first = await read(0);
    expect(first.sites).toEqual(Array.from({ length: MAX_TOGETHER }, (_, call) => 2 * call));
    first.respond();
    (await read(1)).respond();
    expect(await Promise.all(calls.flat())).toHaveLength(2 * MAX_TOGETHER);
  });

  it('are read one by one when they exceed a limit together', async () => {
    const { request, read } = opened();
    const requested = [request(4), request(5)];
    (await read(0)).fail(new ProblemError('TOO_MUCH_DATA'));
    for (const number of [1, 2]) (await read(number)).respond();
    expect((await Promise.all(requested)).map(({ columns }) => columns)).toEqual([
      { key_0: [4] },
      { key_0: [5] },
    ]);
  });

  it('fail together when the store does not respond', async () => {
    const { request, read, reads } = opened();
    const requested = Promise.allSettled([request(4), request(5)]);
    (await read(0)).fail(new Error('unreachable'));
    expect((await requested).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(reads).toHaveLength(1);
  });

  it('end in the store when the last of their callers leaves', async () => {
    const { request, read } = opened();
    const [one, other] = [new AbortController(), new AbortController()];
    const requested = Promise.allSettled([
      request(4, { signal: one.signal }),
      request(5, { signal: other.signal }),
    ]);
    const { signal } = await read(0);
    one.abort(new Error('left'));
    expect(signal.aborted).toBe(false);
    other.abort(new Error('left'));
    expect(signal.aborted).toBe(true);
    expect((await requested).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
