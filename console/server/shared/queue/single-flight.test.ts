import { describe, expect, it } from 'vitest';
import { SingleFlight } from './single-flight.ts';

function opened() {
  const flights = new SingleFlight<number>();
  const works: {
    readonly stop: AbortSignal;
    readonly end: (value: number) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const request = (key: string, signal?: AbortSignal): Promise<number> =>
    flights.run(
      key,
      (stop) =>
        new Promise((resolve, reject) => {
          works.push({ stop, end: resolve, fail: reject });
        }),
      signal,
    );
  return { flights, request, works };
}

describe('work that is requested while it runs', () => {
  it('is done once for all who request it, and again afterwards', async () => {
    const { flights, request, works } = opened();
    const all = [request('a'), request('a'), request('b')];
    expect(works).toHaveLength(2);
    for (const { end } of works) end(7);
    expect(await Promise.all(all)).toEqual([7, 7, 7]);
    expect(flights.size).toBe(0);
    void request('a');
    expect(works).toHaveLength(3);
  });

  it('fails for all of them, and is done again', async () => {
    const { request, works } = opened();
    const both = Promise.allSettled([request('a'), request('a')]);
    works[0]!.fail(new Error('the store is away'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = request('a');
    works[1]!.end(1);
    expect(await next).toBe(1);
  });

  it('continues for those who wait when the first one leaves', async () => {
    const { request, works } = opened();
    const left = new AbortController();
    const [first, other] = [request('a', left.signal), request('a', new AbortController().signal)];
    left.abort(new Error('left'));
    await expect(first).rejects.toThrow('left');
    expect(works[0]!.stop.aborted).toBe(false);
    works[0]!.end(1);
    expect(await other).toBe(1);
    expect(works).toHaveLength(1);
  });

  it('is stopped when the last of them leaves, and starts again for the next one', async () => {
    const { flights, request, works } = opened();
    const [one, other] = [new AbortController(), new AbortController()];
    const both = Promise.allSettled([request('a', one.signal), request('a', other.signal)]);
    one.abort(new Error('left'));
    other.abort(new Error('left too'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(works[0]!.stop.aborted).toBe(true);
    expect(flights.has('a')).toBe(false);
    void request('a');
    // The first work ends late: the second one still runs.
    works[0]!.fail(new Error('stopped'));
    await expect.poll(() => flights.has('a')).toBe(true);
    expect(works).toHaveLength(2);
  });

  it('is not stopped where one of them has no way to leave', () => {
    const { request, works } = opened();
    const leaving = new AbortController();
    void request('a');
    request('a', leaving.signal).catch(() => undefined);
    leaving.abort(new Error('left'));
    expect(works[0]!.stop.aborted).toBe(false);
  });

  it('is not done for a caller who has left', async () => {
    const { request, works } = opened();
    await expect(request('a', AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
    expect(works).toHaveLength(0);
  });
});
