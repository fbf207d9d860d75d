import { describe, expect, it } from 'vitest';
import type { DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { DashletRequest } from '#schemas/dashboard/document-requests.ts';
import type { WindowNotice } from '#schemas/socket/window-notice.ts';
import { DataPage } from './data-page.ts';
import { freshen } from './freshen.ts';

interface SentCall {
  readonly requests: readonly DataRequestInput[];
  readonly receive: (line: DataLine) => void;
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: (problem: unknown) => void;
}

/** `isAtOnce`: dashlets are drawn as soon as they may; otherwise with `tasks`, which returns how many there were. */
function aPage(isAtOnce = true) {
  const waiting: (() => void)[] = [];
  const calls: SentCall[] = [];
  const planned: (() => void)[] = [];
  const later: (() => void)[] = [];
  const page = new DataPage({
    request: (requests, receive, signal) =>
      new Promise<void>((end, fail) => void calls.push({ requests, receive, signal, end, fail })),
    defer: (run) => void planned.push(run),
    nextTask: (run) => (isAtOnce ? run() : void waiting.push(run)),
    afterWhile: (run) => void later.push(run),
    problemOf: ({ code }) => code,
  });
  /** Runs what the page put off. */
  const flush = (): void => {
    for (const run of planned.splice(0)) run();
  };
  const wait = (): void => {
    for (const run of later.splice(0)) run();
  };
  const tasks = (): number => {
    let count = 0;
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
      run();
      count += 1;
    }
    return count;
  };
  return { page, calls, flush, tasks, wait };
}

const requested = (dashlet: string, from: number, part: Partial<DataRequestInput> = {}): DashletRequest => ({
  dashlet,
  request: { id: dashlet, series: [{ kpi: 'itf_in_util' }], keys: ['date'], from, to: from + 600, ...part },
});

const result = (steps: readonly number[], sources: DataResult['sources'] = ['samples']): DataResult => ({
  series: [],
  working: '5m',
  display: '5m',
  timeZone: 'UTC',
  from: steps[0] ?? 0,
  to: (steps.at(-1) ?? 0) + 300,
  steps: [...steps],
  rows: [{ key: [], values: [steps.map((step) => step / 300)] }],
  rowCount: 1,
  sources,
  version: (steps.at(-1) ?? 0) + 300,
});

const closed = (start: number, of: WindowNotice['of'] = 'samples'): WindowNotice => ({
  customer: 1,
  of,
  granularity: '5m',
  start,
  length: 300,
  watermark: 0,
});

const ids = (call: SentCall | undefined): readonly string[] => call?.requests.map(({ id }) => id) ?? [];

describe('the data of a page', () => {
  it('is requested in one call for the dashlets in view, and for others once they come into view', () => {
    const { page, calls, flush } = aPage();
    page.update([requested('a', 0), requested('b', 0), requested('c', 0)]);
    page.setView('a', 'seen');
    page.setView('b', 'seen');
    flush();
    expect(calls.map(ids)).toEqual([['a', 'b']]);
    page.setView('c', 'seen');
    flush();
    expect(calls.map(ids)).toEqual([['a', 'b'], ['c']]);
  });

  it('is shown as responses arrive, each with its own problem', () => {
    const { page, calls, flush } = aPage();
    page.update([requested('a', 0), requested('b', 0)]);
    page.setView('a', 'seen');
    page.setView('b', 'seen');
    flush();
    calls[0]?.receive({ state: 'ready', id: 'a', result: result([0, 300]) });
    calls[0]?.receive({ state: 'error', id: 'b', problem: { code: 'TOO_MUCH_DATA' } as never });
    expect([page.read('a').is, page.read('b')]).toMatchObject([
      'ready',
      { is: 'failed', problem: 'TOO_MUCH_DATA' },
    ]);
  });

  it('is said to be computed only where that takes a while', () => {
    const { page, calls, flush, wait } = aPage();
    const drawn: string[] = [];
    page.update([requested('a', 0), requested('b', 0)]);
    for (const id of ['a', 'b']) {
      page.setView(id, 'seen');
      page.subscribe(id, () => drawn.push(id));
    }
    flush();
    for (const id of ['a', 'b']) calls[0]?.receive({ state: 'running', id });
    calls[0]?.receive({ state: 'ready', id: 'a', result: result([0, 300]) });
    expect(page.read('b').is).toBe('queued');
    wait();
    expect([page.read('a').is, page.read('b').is]).toEqual(['ready', 'running']);
    expect(drawn).toEqual(['a', 'b']);
    calls[0]?.receive({ state: 'ready', id: 'b', result: result([0, 300]) });
    expect(page.read('b').is).toBe('ready');
  });

  it('is requested again at once where another dashlet finds that its elements were deleted, and only then', () => {
    const { page, calls, flush } = aPage();
    page.update([requested('a', 0), requested('b', 0)]);
    page.setView('a', 'seen');
    page.setView('b', 'seen');
    flush();
    const deleted = { state: 'error', id: 'b', problem: { code: 'DASHLET_NO_MATCH' } as never } as const;
    for (const id of ['a', 'b']) calls[0]?.receive({ state: 'ready', id, result: result([0, 300]) });
    page.retry('b');
    flush();
    calls[1]?.receive(deleted);
    flush();
    expect(calls.map(ids)).toEqual([['a', 'b'], ['b'], ['a']]);
    expect(page.read('b')).toMatchObject({ is: 'failed', problem: 'DASHLET_NO_MATCH', result: undefined });
    calls[2]?.receive({ state: 'ready', id: 'a', result: result([0, 300]) });
    // Known by now: each window would request everything in full.
    page.retry('b');
    flush();
    calls[3]?.receive(deleted);
    flush();
    expect(calls.map(ids)).toEqual([['a', 'b'], ['b'], ['a'], ['b']]);
  });

  it('is not requested again when the document changes elsewhere', () => {
    const { page, calls, flush } = aPage();
    page.setView('a', 'seen');
    page.setView('b', 'seen');
    page.update([requested('a', 0)]);
    flush();
    calls[0]?.receive({ state: 'ready', id: 'a', result: result([0, 300]) });
    page.update([requested('a', 0), requested('b', 0)]);
    flush();
    expect(calls.map(ids)).toEqual([['a'], ['b']]);
  });

  it('requests new steps only when a window of its sources closes', () => {
    const { page, calls, flush } = aPage();
    page.setView('a', 'seen');
    page.setView('b', 'seen');
    page.update([requested('a', 0), requested('b', 0)]);
    flush();
    calls[0]?.receive({ state: 'ready', id: 'a', result: result([0, 300]) });
    calls[0]?.receive({ state: 'ready', id: 'b', result: result([0, 300], ['flows']) });
    page.windowClosed(closed(600), [requested('a', 300), requested('b', 300)]);
    flush();
    expect(calls[1]?.requests).toMatchObject([{ id: 'a', since: 600, from: 300 }]);
    calls[1]?.receive({ state: 'ready', id: 'a', result: result([600]) });
    expect(page.read('a')).toMatchObject({
      is: 'ready',
      result: { steps: [300, 600], rows: [{ values: [[1, 2]] }] },
    });
  });

  it('of a full period says what it extends, and is replaced', () => {
    const { page, calls, flush } = aPage();
    page.setView('a', 'seen');
    page.update([requested('a', 0, { keys: [] })]);
    flush();
    const full = (value: number, to: number): DataResult => ({
      ...result([]),
      steps: null,
      version: to,
      rows: [{ key: [], values: [[value]] }],
    });
    calls[0]?.receive({ state: 'ready', id: 'a', result: full(1, 600) });
    page.windowClosed(closed(600), [requested('a', 300, { keys: [] })]);
    flush();
    expect(calls[1]?.requests).toMatchObject([{ id: 'a', since: 600, from: 300 }]);
    calls[1]?.receive({ state: 'ready', id: 'a', result: full(2, 900) });
    expect(page.read('a')).toMatchObject({
      is: 'ready',
      result: { version: 900, rows: [{ values: [[2]] }] },
    });
    page.retry('a');
    flush();
    expect(calls[2]?.requests[0]).not.toHaveProperty('since');
  });

  it('does not change while new steps are on their way', () => {
    const { page, calls, flush } = aPage();
    page.setView('a', 'seen');
    page.update([requested('a', 0)]);
    flush();
    calls[0]?.receive({ state: 'ready', id: 'a', result: result([0, 300]) });
    const shown = page.read('a');
    page.windowClosed(closed(600), [requested('a', 300)]);
    expect(page.read('a')).toBe(shown);
    flush();
    calls[1]?.receive({ state: 'running', id: 'a' });
    expect(page.read('a')).toBe(shown);
    page.retry('a');
    expect(page.read('a').is).toBe('queued');
  });

  it('is drawn in the window first, and new steps elsewhere once they come into view', () => {
    const { page, calls, flush, tasks } = aPage(false);
    const drawn: string[] = [];
    for (const id of ['a', 'b', 'c']) page.subscribe(id, () => drawn.push(id));
    page.setView('a', 'near');
    page.setView('b', 'seen');
    page.setView('c', 'seen');
    page.update([requested('a', 0), requested('b', 0), requested('c', 0)]);
    tasks();
    flush();
    drawn.length = 0;
    for (const id of ['a', 'b', 'c']) calls[0]?.receive({ state: 'ready', id, result: result([0, 300]) });
    expect(drawn).toEqual([]);
    expect(tasks()).toBe(2);
    expect(drawn).toEqual(['b', 'c', 'a']);
    drawn.length = 0;
    page.windowClosed(closed(600), [requested('a', 300), requested('b', 300), requested('c', 300)]);
    flush();
    for (const id of ['a', 'b', 'c']) calls[1]?.receive({ state: 'ready', id, result: result([600]) });
    tasks();
    expect([drawn, page.read('a')]).toMatchObject([['b', 'c'], { result: { steps: [0, 300] } }]);
    page.windowClosed(closed(900), [requested('a', 600)]);
    flush();
    expect(calls[2]?.requests).toMatchObject([{ id: 'a', since: 900 }]);
    page.setView('a', 'seen');
    tasks();
    expect([drawn, page.read('a')]).toMatchObject([['b', 'c', 'a'], { result: { steps: [300, 600] } }]);
  });

  it('keeps the shown values readable while they are requested again and when that fails', () => {
    const { page, calls, flush } = aPage();
    page.setView('a', 'seen');
    page.update([requested('a', 0)]);
    flush();
    calls[0]?.receive({ state: 'ready', id: 'a', result: result([0, 300]) });
    page.windowClosed(closed(600), [requested('a', 300)]);
    flush();
    expect(page.read('a')).toMatchObject({ is: 'ready', result: { steps: [0, 300] } });
    calls[1]?.receive({ state: 'error', id: 'a', problem: { code: 'INTERNAL' } as never });
    expect(page.read('a')).toMatchObject({ is: 'failed', result: { steps: [0, 300] } });
    page.retry('a');
    flush();
    expect(calls[2]?.requests[0]).not.toHaveProperty('since');
  });

  it('cancels a call once none of its responses is needed', () => {
    const { page, calls, flush } = aPage();
    page.setView('a', 'seen');
    page.setView('b', 'seen');
    page.update([requested('a', 0), requested('b', 0)]);
    flush();
    page.update([requested('b', 0)]);
    expect(calls[0]?.signal.aborted).toBe(false);
    page.update([requested('b', 0, { timeZone: 'Europe/Paris' })]);
    expect(calls[0]?.signal.aborted).toBe(true);
    flush();
    expect(ids(calls[1])).toEqual(['b']);
  });

  it('fails what is open when the reply breaks', async () => {
    const { page, calls, flush } = aPage();
    page.setView('a', 'seen');
    page.update([requested('a', 0)]);
    flush();
    calls[0]?.fail('NETWORK_UNREACHABLE');
    await Promise.resolve();
    await Promise.resolve();
    expect(page.read('a')).toMatchObject({ is: 'failed', problem: 'NETWORK_UNREACHABLE' });
  });

  it('is not requested while a filter selects nothing', () => {
    const { page, calls, flush } = aPage();
    page.setView('a', 'seen');
    page.update([{ dashlet: 'a', missing: 'site' }]);
    flush();
    expect([calls.length, page.read('a')]).toEqual([0, { is: 'missing', filter: 'site' }]);
  });
});

describe('values of a file', () => {
  const ready = (id: string, steps: readonly number[]): DataLine => ({
    state: 'ready',
    id,
    result: result(steps),
  });

  it('are requested out of view, and waited for', async () => {
    const { page, calls, flush } = aPage();
    page.update([requested('a', 0), requested('b', 0)]);
    page.setView('a', 'seen');
    flush();
    calls[0]?.receive(ready('a', [0, 300]));
    let isOver = false;
    const waiting = freshen(page, ['a', 'b']).then((expired) => {
      isOver = true;
      return expired;
    });
    flush();
    expect(calls.map(ids)).toEqual([['a'], ['b']]);
    await Promise.resolve();
    expect(isOver).toBe(false);
    calls[1]?.receive(ready('b', [0, 300]));
    expect(await waiting).toEqual([]);
    // Once it is made, what is out of view requests nothing.
    page.windowClosed(closed(600), [requested('a', 300), requested('b', 300)]);
    flush();
    expect(calls.map(ids)).toEqual([['a'], ['b'], ['a']]);
  });

  it('that have expired are refreshed first, and named when that fails or takes too long', async () => {
    const { page, calls, flush } = aPage();
    page.update([requested('a', 0), requested('b', 0)]);
    for (const id of ['a', 'b']) page.setView(id, 'seen');
    flush();
    for (const id of ['a', 'b']) calls[0]?.receive(ready(id, [0, 300]));
    for (const id of ['a', 'b']) page.retry(id);
    flush();
    calls[1]?.fail('SERVER_PROBLEM');
    await Promise.resolve();
    await Promise.resolve();
    const waiting = freshen(page, ['a', 'b']);
    flush();
    calls[2]?.receive(ready('a', [0, 300]));
    calls[2]?.fail('SERVER_PROBLEM');
    expect(await waiting).toEqual(['b']);
    page.retry('a');
    expect(await freshen(page, ['a'], 0)).toEqual(['a']);
  });
});
