import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import type { Clock } from '#platform/clock/clock.ts';
import { renderingLimits } from '#schemas/limit/rendering.ts';
import { PRINT_PAGE_CLASS, printAddress, printAttributes } from '#schemas/report/print.ts';
import type { RenderingProgress } from '#schemas/rendering/rendering.ts';
import { BrowserCrash, RenderingError, ServerUnavailable } from '../rendering-error.ts';

export interface PrintOrder extends Omit<Parameters<typeof printAddress>[0], 'format'> {
  /** Address of the console. */
  readonly consoleUrl: string;
  /** Its address in browsers, to which links of the file lead; empty: there are none. */
  readonly publicUrl: string;
  readonly token: string;
}

interface PrintNeeds {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RenderingProgress) => void;
}

export interface PrintedReport {
  /** Name of the report. */
  readonly name: string;
  readonly pdf: Buffer;
  /** A picture of the first page. */
  readonly preview: Buffer;
  readonly pages: number;
}

const LOOK_MS = 200;
interface PrintState {
  readonly isReady: boolean;
  readonly pages: number | undefined;
  readonly complete: number;
  readonly problem: string | null;
}

const names = { ...printAttributes, sheet: PRINT_PAGE_CLASS };

/** How far the page is. The function runs in the browser: what it needs is its argument. */
const stateOf = (page: Page): Promise<PrintState> =>
  page.evaluate(({ ready, pages, problem, sheet }) => {
    const root = document.querySelector('main');
    const count = root?.getAttribute(pages) ?? null;
    return {
      isReady: root?.getAttribute(ready) === 'true',
      pages: count === null ? undefined : Number(count),
      complete: document.querySelectorAll(`.${sheet}[data-complete="true"]`).length,
      problem: root?.getAttribute(problem) ?? null,
    };
  }, names);

/** Behind https the policy upgrades requests: the address of the server is plain. */
const UPGRADE = /;?\s*upgrade-insecure-requests/i;

/** Lets requests to the console through, with the token. */
async function allowRequest(
  route: Route,
  { origin, token }: { readonly origin: string; readonly token: string },
): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  if (url.protocol === 'data:' || url.protocol === 'blob:') return route.continue();
  if (url.origin !== origin) return route.abort('blockedbyclient');
  const headers = { ...request.headers(), authorization: `Bearer ${token}` };
  if (!request.isNavigationRequest()) return route.continue({ headers });
  const response = await route.fetch({ headers, maxRedirects: 0 }).catch(() => undefined);
  if (response === undefined) return route.abort('connectionrefused');
  const policy = response.headers()['content-security-policy'] ?? '';
  return route.fulfill({
    response,
    headers: { ...response.headers(), 'content-security-policy': policy.replace(UPGRADE, '') },
  });
}

/** A context of its own per report: it reaches nothing but the console, and has no session. */
async function openContext(
  browser: Browser,
  { consoleUrl, token, language, timeZone }: PrintOrder,
): Promise<BrowserContext> {
  const { origin } = new URL(consoleUrl);
  const context = await browser.newContext({
    // Charts are printed as lines: more pixels cost memory and show nothing.
    deviceScaleFactor: 1,
    viewport: { width: 1_280, height: 900 },
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    timezoneId: timeZone,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    acceptDownloads: false,
  });
  await context.route('**/*', (route) => allowRequest(route, { origin, token }));
  // What is printed does not change.
  await context.routeWebSocket(/.*/, (socket) => socket.close());
  return context;
}

/** Waits until the page is complete; fails with the problem that it shows. Returns the number of its sheets. */
async function untilReady(page: Page, { clock, signal, onProgress }: PrintNeeds): Promise<number> {
  const until = clock.elapsed() + renderingLimits.maxReadyMs;
  for (;;) {
    signal.throwIfAborted();
    const { isReady, pages, complete, problem } = await stateOf(page);
    if (problem !== null)
      throw new RenderingError(problem === 'REPORT_UNAVAILABLE' ? 'report' : 'failed', problem);
    if (pages !== undefined) onProgress({ done: Math.min(complete, pages), total: pages });
    if (isReady) return pages ?? 0;
    if (clock.elapsed() > until)
      throw new RenderingError(
        'slow',
        `${String(complete)} of ${String(pages ?? 0)} pages were complete after ${String(renderingLimits.maxReadyMs / 1_000)} s.`,
      );
    await clock.wait(LOOK_MS, signal);
  }
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** Links of a file lead to the console as browsers reach it, and nowhere else. The function runs in the browser. */
const leadToConsole = (
  page: Page,
  { consoleUrl, publicUrl }: Pick<PrintOrder, 'consoleUrl' | 'publicUrl'>,
): Promise<void> =>
  page.evaluate(
    ({ own, shown }) => {
      for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]'))
        if (shown !== '' && link.href.startsWith(`${own}/`)) link.href = shown + link.href.slice(own.length);
        else link.removeAttribute('href');
    },
    { own: withoutSlash(consoleUrl), shown: withoutSlash(publicUrl) },
  );

async function printPage(page: Page): Promise<Omit<PrintedReport, 'pages'>> {
  const preview = await page
    .locator(`.${PRINT_PAGE_CLASS}`)
    .first()
    .screenshot({ type: 'png', scale: 'css' });
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    tagged: true,
    outline: true,
  });
  return { name: (await page.locator('h1').first().textContent()) ?? '', pdf, preview };
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && /ERR_CONNECTION_REFUSED/.test(error.message);

async function printIn(
  context: BrowserContext,
  order: PrintOrder,
  { onCrash, ...needs }: PrintNeeds & { readonly onCrash: () => void },
): Promise<PrintedReport> {
  const page = await context.newPage();
  page.once('crash', onCrash);
  page.setDefaultTimeout(renderingLimits.maxPrintMs);
  const url = `${withoutSlash(order.consoleUrl)}${printAddress(order)}#token=${order.token}`;
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  const pages = await untilReady(page, needs);
  await leadToConsole(page, order);
  return { ...(await printPage(page)), pages };
}

/** How long a context may take to close: that of a dead browser may not at all. */
const CLOSE_MS = 5_000;

/** Prints the pages of a report as a PDF. Throws a RenderingError, a BrowserCrash, and the reason of the signal. */
export async function printReport(
  browser: Browser,
  order: PrintOrder,
  needs: PrintNeeds,
): Promise<PrintedReport> {
  const { signal, clock } = needs;
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  const onCrash = (): void => ended.reject(new BrowserCrash('the browser ended'));
  const onAbort = (): void => ended.reject(signal.reason);
  browser.once('disconnected', onCrash);
  signal.addEventListener('abort', onAbort, { once: true });
  const opening = openContext(browser, order);
  try {
    const work = opening.then((context) => printIn(context, order, { ...needs, onCrash }));
    // It fails as well when the browser has ended.
    work.catch(() => undefined);
    return await Promise.race([work, ended.promise]);
  } catch (error) {
    signal.throwIfAborted();
    if (isUnreachable(error)) throw new ServerUnavailable('The server does not respond.', { cause: error });
    if (!browser.isConnected()) throw new BrowserCrash('the browser ended', { cause: error });
    throw error;
  } finally {
    browser.off('disconnected', onCrash);
    signal.removeEventListener('abort', onAbort);
    const closing = opening.then((context) => context.close()).catch(() => undefined);
    if (browser.isConnected()) await Promise.race([closing, clock.wait(CLOSE_MS)]);
  }
}
