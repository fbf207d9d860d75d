import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { chromiumArguments, chromiumPath } from './chromium.ts';
import { showWhenFailed } from './evidence.ts';

/** Starts the system's Chromium. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath, args: [...chromiumArguments] });

let shared: Promise<Browser> | undefined;

/** The Chromium of this worker, which its files use in turn: starting one takes seconds of CPU. It ends with the process. */
export const browserOfWorker = (): Promise<Browser> => (shared ??= openBrowser());

/** Closes every page: the next file starts without those of this one. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Chromium as on a thin client: no graphics processor, and nothing in software in its place. */
export const openBrowserWithoutGpu = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...chromiumArguments.filter((argument) => !argument.includes('swiftshader')),
      '--disable-gpu',
      '--disable-software-rasterizer',
    ],
  });

export interface PageOptions {
  readonly theme?: 'dark' | 'light';
  readonly language?: 'en' | 'fr';
  readonly width?: number;
  readonly height?: number;
  /** The browser is never idle: pages that the console preloads in the background stay unloaded, however slow the machine is. */
  readonly isBusy?: boolean;
}

/** A page in a theme and a language, with everything the browser complained about. */
export async function openPage(
  browser: Browser,
  options: PageOptions = {},
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const { theme = 'dark', language = 'en', width = 1440, height = 900, isBusy = false } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  // Ends what hangs: a busy machine takes many times as long as a quiet one.
  context.setDefaultTimeout(120_000);
  if (isBusy)
    await context.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0;
    });
  const page = await context.newPage();
  return { page, context, complaints: watchPage(page) };
}

/** Collects what the browser complains about on the page, and shows it when the running test fails. */
export function watchPage(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      complaints.push(message.text());
  });
  showWhenFailed(page, complaints);
  return complaints;
}
