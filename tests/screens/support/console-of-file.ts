import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { openBrowser } from './browser.ts';
import { startFixture, type Fixture } from '../fixture/fixture-server.ts';
import { startConsole, type RealConsole } from './real-console.ts';

type Closable = { readonly close: () => Promise<unknown> };

/** A fixture and a browser for one test file; call it at the top of the file, with whose end both close. */
async function ofFile<Shown extends Closable>(start: (browser: Browser) => Promise<Shown>) {
  const browser = await openBrowser();
  const shown = await start(browser).catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  afterAll(async () => {
    await browser.close();
    await shown.close();
  });
  return { browser, shown };
}

export const consoleOfFile = async (options?: Parameters<typeof startConsole>[1]): Promise<RealConsole> =>
  (await ofFile((browser) => startConsole(browser, options))).shown;

/** The fixture in place of the server. */
export async function fixtureOfFile(): Promise<{ readonly browser: Browser; readonly fixture: Fixture }> {
  const { browser, shown: fixture } = await ofFile(() => startFixture());
  return { browser, fixture };
}
