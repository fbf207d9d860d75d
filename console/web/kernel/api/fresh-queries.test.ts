import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { FreshQueries } from './fresh-queries.ts';

/** A query whose responses the test supplies. */
function heldBack() {
  const queries = new FreshQueries();
  const requests: { readonly respond: (value: string) => void; readonly signal: AbortSignal }[] = [];
  const options = {
    queryKey: ['list'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>((resolve) => {
        requests.push({ respond: resolve, signal });
      }),
  };
  return { queries, requests, options };
}

describe('a list that is changed while it is read for the first time', () => {
  it('is read again and shown with the change, whichever response comes first', async () => {
    const { queries, requests, options } = heldBack();
    const observer = new QueryObserver(queries, options);
    const stop = observer.subscribe(() => undefined);
    const waiting = queries.fetchQuery(options);
    const again = queries.invalidateQueries({ queryKey: ['list'] });
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    requests[1]?.respond('with the change');
    requests[0]?.respond('from before');
    await again;
    expect(observer.getCurrentResult().data).toBe('with the change');
    expect(await waiting).toBe('with the change');
    stop();
  });

  it('is joined on request, and left alone where no screen shows it', async () => {
    const { queries, requests, options } = heldBack();
    const prefetched = queries.fetchQuery(options);
    await queries.invalidateQueries({ queryKey: ['list'] });
    const stop = new QueryObserver(queries, options).subscribe(() => undefined);
    const joined = queries.invalidateQueries({ queryKey: ['list'] }, { cancelRefetch: false });
    expect(requests).toHaveLength(1);
    requests[0]?.respond('the only one');
    await joined;
    expect(await prefetched).toBe('the only one');
    stop();
  });
});
