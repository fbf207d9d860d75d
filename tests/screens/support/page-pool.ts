import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openPage, watchPage, type PageOptions } from './browser.ts';

interface TakenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: string[];
  /** Returns the page, signed out and without anything it stored. */
  readonly release: () => Promise<void>;
}

/** A light page of the same origin: its process, and with it the compiled console, stays. */
const REST = '/unsupported.html';

/** Pages of a browser that tests take in turn: a page that has loaded the console before has it in its caches. */
export class PagePool {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #free = new Map<string, Page[]>();

  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  async take(options: PageOptions = {}): Promise<TakenPage> {
    const key = JSON.stringify(
      Object.entries(options).toSorted(([one], [other]) => one.localeCompare(other)),
    );
    const free = this.#free.get(key)?.pop();
    const { page, context, complaints } =
      free === undefined
        ? await openPage(this.#browser, options)
        : { page: free, context: free.context(), complaints: watchPage(free) };
    return { page, context, complaints, release: () => this.#release(key, page) };
  }

  async #release(key: string, page: Page): Promise<void> {
    if (page.isClosed()) return;
    await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(`${this.#url}${REST}`);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.context().clearCookies();
    this.#free.set(key, [...(this.#free.get(key) ?? []), page]);
  }
}
