import { afterAll } from 'vitest';
import { openBrowser } from './browser.ts';
import { startConsole, type RealConsole } from './real-console.ts';

/** A console and a browser for one test file; call it at the top of the file, with whose end both close. */
export async function consoleOfFile(options?: Parameters<typeof startConsole>[1]): Promise<RealConsole> {
  const browser = await openBrowser();
  const telltale = await startConsole(browser, options).catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  afterAll(async () => {
    await browser.close();
    await telltale.close();
  });
  return telltale;
}
