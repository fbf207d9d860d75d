import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { consoleOfFile } from '../support/console-of-file.ts';
import { onAcme } from '../support/running-alarms.ts';

/** The limit of a good page by Core Web Vitals. */
const GOOD = 0.1;

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

const telltale = await consoleOfFile({ engine: onAcme });
const acme = telltale.customers.get('acme')!;
const [site] = [...telltale.inventory().sites.values()].filter(({ customer }) => customer === acme);

/** Collects what moves without a user having done anything. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let shifted = 0;
    Object.assign(window, { readShifted: () => shifted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as readonly LayoutShift[])
        if (!entry.hadRecentInput) shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

describe('what is drawn stays where it is', () => {
  it.each([
    ['the list of alarms', `/alert?customer=${String(acme)}`, '[role=grid]'],
    [
      'an alarm with its details',
      `/alert?customer=${String(acme)}&open=${String(telltale.alarms.open)}:${String(site!.id)}`,
      '.tt-drawer',
    ],
    ['the home pages', `/home?customer=${String(acme)}`, '.tt-page'],
  ])('in %s, on a desk and on a telephone', async (_, path, ready) => {
    for (const width of [1_280, 390]) {
      const { page, close } = await telltale.open(path, { width, height: 844 });
      await watchShifts(page);
      await page.reload();
      await page.locator(ready).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => (Reflect.get(window, 'readShifted') as () => number)())).toBeLessThan(
        GOOD,
      );
      await close();
    }
  });
});
