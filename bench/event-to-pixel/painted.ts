import { openBrowser } from '#tests/screens/support/browser.ts';
import type { Page } from 'playwright-core';

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
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { url, name: pair.slice(0, at), value: pair.slice(at + 1) };
    }),
  );
  const page = await context.newPage();
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
