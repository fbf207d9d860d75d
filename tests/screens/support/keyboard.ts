import type { Locator, Page } from 'playwright-core';

/** More stops than a page has before what a user looks for. */
const MOST_STOPS = 80;

/** What has the focus, as a screen reader names it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return `${activeElement?.tagName ?? ''} ${activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.slice(0, 60) ?? ''}`;
  });

/** Presses Tab until something has the focus. Returns how often. */
export async function tabTo(page: Page, target: Locator): Promise<number> {
  await target.waitFor();
  const passed: string[] = [];
  while (passed.length < MOST_STOPS) {
    await page.keyboard.press('Tab');
    passed.push(await focused(page));
    if (await target.evaluate((element) => element === document.activeElement)) return passed.length;
  }
  throw new Error(`Tab never reached ${String(target)}:\n${passed.join('\n')}`);
}
