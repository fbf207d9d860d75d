import type { Locator, Page } from 'playwright-core';

/** Times of the keystroke-level model (Card, Moran and Newell, 1980): an average typist, pointing, and a decision. */
const KEY_MS = 280;
const POINT_MS = 1_100;
const DECIDE_MS = 1_350;
/** A slow reader of a text on a screen. */
const WORDS_PER_MINUTE = 200;

export interface Human {
  /** Reads all of a text. */
  readonly read: (text: Locator) => Promise<void>;
  /** Decides, points and clicks. */
  readonly click: (control: Locator) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
}

/** Uses a page as fast as a person who sees it for the first time. */
export function humanAt(page: Page): Human {
  return {
    async read(text) {
      const words = (await text.innerText()).split(/\s+/).length;
      await page.waitForTimeout((words / WORDS_PER_MINUTE) * 60_000);
    },
    async click(control) {
      await page.waitForTimeout(DECIDE_MS + POINT_MS);
      await control.click();
    },
    type: (text) => page.keyboard.type(text, { delay: KEY_MS }),
  };
}
