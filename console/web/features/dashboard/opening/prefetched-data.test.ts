import { describe, expect, it, vi } from 'vitest';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { PrefetchedData } from './prefetched-data.ts';

interface SentCall {
  readonly ids: readonly string[];
  readonly response: (line: DataLine) => void;
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: (problem: unknown) => void;
}

const confirming = (id: string, from = 0): DataRequestInput => ({
  id,
  series: [{ kpi: 'itf_in_util' }],
  keys: ['date'],
  from,
  to: from + 600,
});
const running = (id: string): DataLine => ({ state: 'running', id });

/** Responses to two requests that were sent early. */
function sentEarly() {
  const calls: SentCall[] = [];
  const responses = new PrefetchedData(
    [confirming('a'), confirming('b')],
    (requests, { onLine, signal }) =>
      new Promise<void>((end, fail) => {
        calls.push({ ids: requests.map(({ id }) => id), response: onLine, signal, end, fail });
      }),
  );
  const [first] = calls;
  if (first === undefined) throw new Error('nothing is sent');
  const lines: string[] = [];
  const stop = new AbortController();
  const take = (...requests: readonly DataRequestInput[]): Promise<void> =>
    responses.take(requests, {
      onLine: (line) => void lines.push('id' in line ? line.id : line.state),
      signal: stop.signal,
    });
  return { responses, calls, first, lines, stop, take };
}

describe('responses that are requested before their page is drawn', () => {
  it('reach the page that requests them: those so far and those to come', async () => {
    const { calls, first, lines, take } = sentEarly();
    first.response(running('a'));
    const taken = take(confirming('a'), confirming('b'));
    expect(lines).toEqual(['a']);
    first.response(running('b'));
    first.response({ state: 'end' });
    first.end();
    await taken;
    expect(lines).toEqual(['a', 'b']);
    expect(calls).toHaveLength(1);
  });

  it('are requested again once they were cancelled, as those of a page that was left before it was drawn', async () => {
    const { responses, calls, take } = sentEarly();
    responses.drop();
    const taken = take(confirming('a'), confirming('b'));
    expect(calls.map(({ ids }) => ids)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    calls[1]?.end();
    await taken;
  });

  it('are requested again where the page requests something else', async () => {
    const { calls, first, lines, take } = sentEarly();
    const taken = take(confirming('a', 300), confirming('b'), confirming('c'));
    expect(calls.map(({ ids }) => ids)).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
    first.response(running('a'));
    first.response(running('b'));
    expect(lines).toEqual(['b']);
    first.end();
    calls[1]?.end();
    await taken;
    expect(first.signal.aborted).toBe(false);
  });

  it('are cancelled when the page wants none of them', async () => {
    const { calls, first, take } = sentEarly();
    const taken = take(confirming('c'));
    calls[1]?.end();
    await taken;
    expect(first.signal.aborted).toBe(true);
  });

  it('are cancelled with the page', () => {
    const { first, stop, take } = sentEarly();
    void take(confirming('a'));
    expect(first.signal.aborted).toBe(false);
    stop.abort();
    expect(first.signal.aborted).toBe(true);
  });

  it('are cancelled when no page takes them, and not once one has', () => {
    const dropped = sentEarly();
    dropped.responses.drop();
    expect(dropped.first.signal.aborted).toBe(true);
    const taken = sentEarly();
    void taken.take(confirming('a'));
    taken.responses.drop();
    expect(taken.first.signal.aborted).toBe(false);
  });

  it('fail where the page sees it', async () => {
    const unseen = vi.fn<(problem: unknown) => void>();
    process.once('unhandledRejection', unseen);
    const { first, take } = sentEarly();
    first.fail('broken');
    await expect(take(confirming('a'))).rejects.toBe('broken');
    expect(unseen).not.toHaveBeenCalled();
    process.off('unhandledRejection', unseen);
  });
});
