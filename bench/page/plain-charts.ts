import type { Page } from 'playwright-core';
import { taskClock } from './timed-page.ts';

const CHARTS = 30;
const LINES = 4;

/** What is drawn: as many points in each line, on charts as large as those of the console. */
export interface PlainCharts {
  readonly points: number;
  readonly rounds: number;
  readonly size: { readonly width: number; readonly height: number };
}

/** Milliseconds of the main thread for each of some updates of 30 charts of uPlot alone, with as many points that are as uneven. */
export async function plainCharts(
  page: Page,
  { points, rounds, size }: PlainCharts,
): Promise<readonly number[]> {
  await page.goto('about:blank');
  await page.addScriptTag({ path: 'node_modules/uplot/dist/uPlot.iife.min.js' });
  await page.evaluate(
    ({ length, charts, lines, size: { width, height } }) => {
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
          Array.from(
            { length },
            (__, index) => 30 + 20 * Math.sin(index / 40 + line) + 20 * Math.random() + (from % 7),
          ),
        ),
      ];
      const plots = Array.from({ length: charts }, () => {
        const place = document.body.appendChild(document.createElement('div'));
        return new uPlot({ width, height, legend: { show: false }, series: [{}, ...series] }, data(0), place);
      });
      Object.assign(globalThis, {
        update: (round: number) => {
          for (const plot of plots) plot.setData(data(round * 300));
        },
      });
    },
    { length: points, charts: CHARTS, lines: LINES, size },
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
