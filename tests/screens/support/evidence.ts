import type { Page } from 'playwright-core';
import { onTestFailed } from 'vitest';

const MAX_REQUESTS = 40;
const MAX_CHARACTERS = 12_000;

/** What went over the wire of a page, the last ones: method, path, status and how long each took. */
function wireOf(page: Page): string[] {
  const reported: string[] = [];
  const report = (line: string) => {
    reported.push(line);
    if (reported.length > MAX_REQUESTS) reported.shift();
  };
  page.on('requestfinished', (request) => {
    void request.response().then(
      (response) => {
        const { startTime, responseEnd } = request.timing();
        report(
          `${new Date(startTime).toISOString()} ${request.method()} ${request.url()} ${String(response?.status())} ${String(Math.round(responseEnd))} ms`,
        );
      },
      () => undefined,
    );
  });
  page.on('requestfailed', (request) =>
    report(`${request.method()} ${request.url()} ${request.failure()?.errorText ?? 'failed'}`),
  );
  return reported;
}

/** Text of the page and its dialogs, without the menus. */
async function shownOn(page: Page): Promise<string[]> {
  if (page.isClosed()) return ['closed'];
  const parts = await page.locator('main, [role="dialog"], [role="alert"]').all();
  return Promise.all(parts.map((part) => part.ariaSnapshot()));
}

/**
 * A test that fails on another machine shows what its page showed, what it asked the server and what the browser complained
 * about: with its error, so that it stands where the run sums up its failures.
 */
export function showWhenFailed(page: Page, complaints: readonly string[]): void {
  const wire = wireOf(page);
  try {
    onTestFailed(async ({ task }) => {
      const shown = await shownOn(page);
      const [error] = task.result?.errors ?? [];
      if (error === undefined) return;
      const evidence = [`page ${page.url()}`, ...wire, ...complaints, ...shown].join('\n');
      error.message += `\n${evidence.slice(0, MAX_CHARACTERS)}`;
    });
  } catch {
    // Opened before the tests, for all of them: no test to follow.
  }
}
