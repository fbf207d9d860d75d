import type { Page } from 'playwright-core';
import { openUserBrowser } from '../page/user-browser.ts';

/** A signed-in user with the alerts of a customer open. */
export interface Visitor {
  readonly url: string;
  readonly cookie: string;
  readonly customer: number;
}

/** Milliseconds since 1970, finer than a whole one; the same clock in the page and here. */
const nowMs = (): number => performance.timeOrigin + performance.now();

/** Notes in the page, by number, when a row was painted: two frames after its text came into the document. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const painted: Record<string, number> = {};
    const look = (): void => {
      for (const row of document.querySelectorAll('[role=row]')) {
        const seq = /#(\d+)/.exec(row.textContent)?.[1];
        if (seq === undefined || seq in painted) continue;
        painted[seq] = Number.NaN;
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            painted[seq] = performance.timeOrigin + performance.now();
          }),
        );
      }
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(globalThis, { painted });
  });

/** A browser with the alerting screen of a customer open. */
export async function openScreen({ url, cookie, customer }: Visitor) {
  const browser = await openUserBrowser({ url, cookie });
  const page = await browser.context.newPage();
  await page.goto(`${url}/alert?customer=${String(customer)}`);
  try {
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
  } catch (error) {
    const text = await page.locator('body').innerText();
    await browser.close();
    throw new Error(`the alerting screen does not become live; it shows: ${text.slice(0, 500)}`, {
      cause: error,
    });
  }
  await watch(page);
  return {
    nowMs,
    /** When each number was painted. */
    painted: () =>
      page.evaluate(() => (globalThis as unknown as { painted: Record<string, number> }).painted),
    close: () => browser.close(),
  };
}
