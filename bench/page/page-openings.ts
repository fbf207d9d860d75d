import type { Page } from 'playwright-core';
import { awaitResponse, awaitCharts, readNotes, taskClock, type PageNotes } from './timed-page.ts';

/** The first openings fill the caches of the browser: a script is kept compiled from its second load on. */
export const COLD = 3;
export const OPENINGS = 10;

interface Opened {
  readonly notes: readonly PageNotes[];
  /** Work of the main thread until all is visible. */
  readonly work: readonly number[];
}

/** Opens the page again and again, with the console in the caches of the browser. */
export async function openings(page: Page, address: string, charts: number): Promise<Opened> {
  const [notes, work]: [PageNotes[], number[]] = [[], []];
  const clock = await taskClock(page);
  for (let round = 0; round < OPENINGS; round += 1) {
    await page.goto('about:blank');
    const before = await clock();
    await page.goto(address);
    await awaitCharts(page, charts);
    const worked = (await clock()) - before;
    await awaitResponse(page);
    if (round < COLD) continue;
    work.push(worked);
    notes.push(await readNotes(page));
  }
  return { notes, work };
}

/** Opens the page in the running console, as a link does: from the list of dashboards, which is loaded again each time. */
export async function openingsInConsole(
  page: Page,
  address: string,
  charts: number,
): Promise<readonly (readonly number[])[]> {
  const { origin, pathname, search } = new URL(address);
  const customer = new URLSearchParams(search).get('customer') ?? '';
  const drawn: (readonly number[])[] = [];
  for (let round = 0; round < OPENINGS; round += 1) {
    await page.goto(`${origin}${pathname}?customer=${customer}`);
    await page.getByText('Timelines').first().waitFor();
    await page.waitForLoadState('networkidle');
    const began = await page.evaluate((to) => {
      history.pushState({}, '', to);
      return performance.now();
    }, pathname + search);
    await awaitCharts(page, charts);
    if (round >= COLD) drawn.push((await readNotes(page)).drawn.map((at) => at - began));
  }
  return drawn;
}
