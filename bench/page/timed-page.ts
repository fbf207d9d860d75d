import type { Page } from 'playwright-core';

/** What a page notes about itself, milliseconds since the navigation. */
export interface PageNotes {
  /** When the session and the document were there, when data was requested, and when its first and last bytes came. */
  readonly sessionAt: number;
  readonly documentAt: number;
  readonly requestedAt: number;
  readonly firstByteAt: number;
  readonly lastByteAt: number;
  /** When the n-th chart was painted. */
  readonly drawn: readonly number[];
  /** Tasks of more than 50 ms. */
  readonly longTasks: readonly number[];
}

/** How long nothing may change until an update is over. */
const SETTLED_MS = 250;

/** Makes the pages of a context note when charts are painted, and lets their clock be shifted. */
export async function noteCharts(page: Page): Promise<void> {
  await page.addInitScript((settledMs) => {
    const notes = { drawn: [] as number[], longTasks: [] as number[] };
    const known = new WeakSet<Element>();
    const own = Date.now.bind(Date);
    const shifted = { ms: 0 };
    Date.now = () => own() + shifted.ms;
    let changedAt = 0;
    let responses = 0;
    const look = (changes: readonly MutationRecord[]): void => {
      changedAt = performance.now();
      if (!changes.some(({ type }) => type === 'childList')) return;
      for (const chart of document.querySelectorAll('article canvas'))
        if (!known.has(chart)) {
          known.add(chart);
          // Painted with the next frame.
          requestAnimationFrame(() => requestAnimationFrame(() => notes.drawn.push(performance.now())));
        }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    new PerformanceObserver((list) => {
      responses += list.getEntries().filter(({ name }) => name.endsWith('/data')).length;
    }).observe({ type: 'resource' });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) notes.longTasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
    /** Resolves once more data has come and nothing has changed for a while; polled in here, where that costs next to nothing. */
    const updated = (): Promise<void> => {
      const before = responses;
      return new Promise((done) => {
        const timer = setInterval(() => {
          if (responses === before || performance.now() - changedAt < settledMs) return;
          clearInterval(timer);
          done();
        }, 50);
      });
    };
    /** Resolves once as many charts are painted, or once the last byte of data has come; polled in here, as above. */
    const whenHolds = (holds: () => boolean): Promise<void> =>
      new Promise((done) => {
        const timer = setInterval(() => {
          if (!holds()) return;
          clearInterval(timer);
          done();
        }, 20);
      });
    const painted = (count: number): Promise<void> => whenHolds(() => notes.drawn.length >= count);
    const responded = (): Promise<void> => whenHolds(() => responses > 0);
    Object.assign(globalThis, { notes, shifted, updated, painted, responded });
  }, SETTLED_MS);
}

export const readNotes = (page: Page): Promise<PageNotes> =>
  page.evaluate(() => {
    const { drawn, longTasks } = (globalThis as unknown as { notes: Pick<PageNotes, 'drawn' | 'longTasks'> })
      .notes;
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const timesOf = (end: RegExp) => {
      const file = files.find(({ name }) => end.test(new URL(name).pathname));
      if (file === undefined) return { requestedAt: Number.NaN, firstAt: Number.NaN, lastAt: Number.NaN };
      return { requestedAt: file.startTime, firstAt: file.responseStart, lastAt: file.responseEnd };
    };
    const data = timesOf(/\/data$/);
    return {
      sessionAt: timesOf(/\/session$/).lastAt,
      documentAt: timesOf(/\/dashboard\/\d+$/).lastAt,
      requestedAt: data.requestedAt,
      firstByteAt: data.firstAt,
      lastByteAt: data.lastAt,
      drawn: [...drawn],
      longTasks: [...longTasks],
    };
  });

/** Waits until `count` charts are painted. */
export const awaitCharts = (page: Page, count: number): Promise<void> =>
  page.evaluate(
    (expected) => (globalThis as unknown as { painted: (count: number) => Promise<void> }).painted(expected),
    count,
  );

/** Waits for the last byte of a call for data: the browser has its times from then on. */
export const awaitResponse = (page: Page): Promise<void> =>
  page.evaluate(() => (globalThis as unknown as { responded: () => Promise<void> }).responded());

/** Starts to wait for the end of an update; the returned function resolves with it. */
export async function awaitUpdate(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const own = globalThis as unknown as { updated: () => Promise<void>; update: Promise<void> };
    own.update = own.updated();
  });
  return () => page.evaluate(() => (globalThis as unknown as { update: Promise<void> }).update);
}

/** Forgets the tasks so far. */
export const forgetTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (globalThis as unknown as { notes: { longTasks: number[] } }).notes.longTasks.length = 0;
  });

/** Moves the clock of the page. */
export const shiftClock = (page: Page, ms: number): Promise<void> =>
  page.evaluate((by) => {
    (globalThis as unknown as { shifted: { ms: number } }).shifted.ms = by;
  }, ms);

/** Milliseconds that the main thread of the page has worked so far (Chrome DevTools protocol, Performance.getMetrics). */
export async function taskClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
}
