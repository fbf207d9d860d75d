import type { Page } from 'playwright-core';

/** What a page notes about itself. */
export interface PageNotes {
  /** When the first data was asked for, milliseconds since the navigation. */
  readonly asked: readonly number[];
  /** When the n-th chart was drawn. */
  readonly drawn: readonly number[];
  /** Tasks of more than 50 ms. */
  readonly longTasks: readonly number[];
}

/** Makes the pages of a context note when charts are drawn, and lets their clock be shifted. */
export async function noteCharts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const notes = { asked: [] as number[], drawn: [] as number[], longTasks: [] as number[] };
    const known = new WeakSet<Element>();
    const own = Date.now.bind(Date);
    const shifted = { ms: 0 };
    Date.now = () => own() + shifted.ms;
    const send = globalThis.fetch;
    const watched: typeof fetch = (...call) => {
      const [target] = call;
      const address = target instanceof Request ? target.url : String(target);
      if (address.endsWith('/data')) notes.asked.push(performance.now());
      return send(...call);
    };
    Object.assign(globalThis, { notes, shifted, fetch: watched });
    const look = (): void => {
      for (const chart of document.querySelectorAll('article canvas'))
        if (!known.has(chart)) {
          known.add(chart);
          // Painted with the next frame.
          requestAnimationFrame(() => requestAnimationFrame(() => notes.drawn.push(performance.now())));
        }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) notes.longTasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
}

export const readNotes = (page: Page): Promise<PageNotes> =>
  page.evaluate(() => structuredClone((globalThis as unknown as { notes: PageNotes }).notes));

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

const CHARTS = 30;
const LINES = 4;

/** Milliseconds of the main thread for each of some updates of 30 charts of uPlot alone, with as many points. */
export async function plainCharts(page: Page, points: number, rounds: number): Promise<readonly number[]> {
  await page.goto('about:blank');
  await page.addScriptTag({ path: 'node_modules/uplot/dist/uPlot.iife.min.js' });
  await page.evaluate(
    ({ points: length, charts, lines }) => {
      interface Plot {
        setData(data: readonly (readonly number[])[]): void;
      }
      const { uPlot } = globalThis as unknown as {
        uPlot: new (options: object, data: readonly (readonly number[])[], place: Element) => Plot;
      };
      const series = Array.from({ length: lines }, () => ({ stroke: 'steelblue' }));
      const data = (from: number) => [
        Array.from({ length }, (_, index) => from + index * 300),
        ...series.map((_, line) =>
          Array.from({ length }, (__, index) => Math.sin(index / 40 + line) + (from % 7)),
        ),
      ];
      const plots = Array.from({ length: charts }, () => {
        const place = document.body.appendChild(document.createElement('div'));
        return new uPlot({ width: 300, height: 160, series: [{}, ...series] }, data(0), place);
      });
      Object.assign(globalThis, {
        update: (round: number) => {
          for (const plot of plots) plot.setData(data(round * 300));
        },
      });
    },
    { points, charts: CHARTS, lines: LINES },
  );
  const clock = await taskClock(page);
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const before = await clock();
    await page.evaluate(async (each) => {
      (globalThis as unknown as { update: (round: number) => void }).update(each);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }, round);
    times.push((await clock()) - before);
  }
  return times;
}
