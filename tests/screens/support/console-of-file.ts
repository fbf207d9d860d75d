import { afterAll } from 'vitest';
import { browserOfWorker, closePages } from './browser.ts';
import { startConsole, type RealConsole } from './real-console.ts';

/** A console for one test file, in the browser of the worker; call it at the top of the file, with whose end its pages close. */
export async function consoleOfFile(options?: Parameters<typeof startConsole>[1]): Promise<RealConsole> {
  const browser = await browserOfWorker();
  const telltale = await startConsole(browser, options);
  afterAll(async () => {
    await closePages(browser);
    await telltale.close();
  });
  return telltale;
}
