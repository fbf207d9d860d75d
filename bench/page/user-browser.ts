import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { chromiumArguments, chromiumPath } from '#tests/screens/support/chromium.ts';

/** What spares tests CPU and users do not have: without optimizing compilers every script takes several times as long. */
const ofTests = (argument: string): boolean => argument.startsWith('--js-flags');

/** Chromium as users run it, with a profile on disk, which keeps compiled scripts; signed in by `cookie`. */
export async function openUserBrowser({
  url,
  cookie,
}: {
  readonly url: string;
  readonly cookie: string;
}): Promise<{ readonly context: BrowserContext; readonly close: () => Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'telltale-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: chromiumArguments.filter((argument) => !ofTests(argument)),
    viewport: { width: 1920, height: 1080 },
    locale: 'en-GB',
  });
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { url, name: pair.slice(0, at), value: pair.slice(at + 1) };
    }),
  );
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
