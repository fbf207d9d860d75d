import { describe, expect, it, vi } from 'vitest';
import type { DataLine } from '#schemas/data/data-answer.ts';
import type { AskedData } from '#schemas/data/data-request.ts';
import { EarlyAnswers } from './early-answers.ts';

interface SentCall {
  readonly ids: readonly string[];
  readonly answer: (line: DataLine) => void;
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: (problem: unknown) => void;
}

const asking = (id: string, from = 0): AskedData => ({
  id,
  series: [{ kpi: 'itf_in_util' }],
  keys: ['date'],
  from,
  to: from + 600,
});
const running = (id: string): DataLine => ({ state: 'running', id });

/** Answers to two requests that were sent early. */
function sentEarly() {
  const calls: SentCall[] = [];
  const answers = new EarlyAnswers(
    [asking('a'), asking('b')],
    (requests, { onLine, signal }) =>
      new Promise<void>((end, fail) => {
        calls.push({ ids: requests.map(({ id }) => id), answer: onLine, signal, end, fail });
      }),
  );
  const [first] = calls;
  if (first === undefined) throw new Error('nothing is sent');
  const lines: string[] = [];
  const stop = new AbortController();
  const take = (...requests: readonly AskedData[]): Promise<void> =>
    answers.take(requests, {
      onLine: (line) => void lines.push('id' in line ? line.id : line.state),
      signal: stop.signal,
    });
  return { answers, calls, first, lines, stop, take };
}

describe('answers that are asked for before their page is drawn', () => {
  it('reach the page that asks for them: those so far and those to come', async () => {
    const { calls, first, lines, take } = sentEarly();
    first.answer(running('a'));
    const taken = take(asking('a'), asking('b'));
    expect(lines).toEqual(['a']);
    first.answer(running('b'));
    first.answer({ state: 'end' });
    first.end();
    await taken;
    expect(lines).toEqual(['a', 'b']);
    expect(calls).toHaveLength(1);
  });

  it('are asked for again once they were cancelled, as those of a page that was left before it was drawn', async () => {
    const { answers, calls, take } = sentEarly();
    answers.drop();
    const taken = take(asking('a'), asking('b'));
    expect(calls.map(({ ids }) => ids)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    calls[1]?.end();
    await taken;
  });

  it('are asked for again where the page asks for something else', async () => {
    const { calls, first, lines, take } = sentEarly();
    const taken = take(asking('a', 300), asking('b'), asking('c'));
    expect(calls.map(({ ids }) => ids)).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
    first.answer(running('a'));
    first.answer(running('b'));
    expect(lines).toEqual(['b']);
    first.end();
    calls[1]?.end();
    await taken;
    expect(first.signal.aborted).toBe(false);
  });

  it('are cancelled when the page wants none of them', async () => {
    const { calls, first, take } = sentEarly();
    const taken = take(asking('c'));
    calls[1]?.end();
    await taken;
    expect(first.signal.aborted).toBe(true);
  });

  it('are cancelled with the page', () => {
    const { first, stop, take } = sentEarly();
    void take(asking('a'));
    expect(first.signal.aborted).toBe(false);
    stop.abort();
    expect(first.signal.aborted).toBe(true);
  });

  it('are cancelled when no page takes them, and not once one has', () => {
    const dropped = sentEarly();
    dropped.answers.drop();
    expect(dropped.first.signal.aborted).toBe(true);
    const taken = sentEarly();
    void taken.take(asking('a'));
    taken.answers.drop();
    expect(taken.first.signal.aborted).toBe(false);
  });

  it('fail where the page sees it', async () => {
    const unseen = vi.fn<(problem: unknown) => void>();
    process.once('unhandledRejection', unseen);
    const { first, take } = sentEarly();
    first.fail('broken');
    await expect(take(asking('a'))).rejects.toBe('broken');
    expect(unseen).not.toHaveBeenCalled();
    process.off('unhandledRejection', unseen);
  });
});
