import { afterAll, beforeAll, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { someone } from '#tests/scenario/administrator.ts';
import { AuditSteps } from '#tests/scenario/audit-steps.ts';
import { accessStory, settingsStory } from '#tests/scenario/audit-story.ts';
import { openBrowser } from './browser.ts';
import { startConsole } from './real-console.ts';
import type { RealConsole } from './real-console.ts';

let browser: Browser;
let telltale: RealConsole;
beforeAll(async () => {
  browser = await openBrowser();
  telltale = await startConsole(browser, { startsAt: Date.now() });
});
afterAll(async () => {
  await browser.close();
  await telltale.close();
});
it('looks', async () => {
  const { page: admin } = await someone(telltale);
  const steps = new AuditSteps(telltale, admin);
  await accessStory({ take: steps.take, server: telltale });
  await settingsStory({ take: steps.take, server: telltale } as never);
  for (const language of ['en', 'fr'] as const) {
    const { page, close } = await telltale.open('/mt/audit', { language });
    const seqs = await telltale.stack.db.selectFrom('audit_event').select(['seq', 'action']).orderBy('seq', 'desc').execute();
    for (const width of [1600, 1280, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/w/audit-rest/audit-${language}-${width}.png` });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const action of ['webhook.update', 'trap.update', 'user.update', 'setting.update']) {
      const { seq } = seqs.find((one) => one.action === action)!;
      await page.goto(`${telltale.url}/mt/audit?open=${seq}`);
      await page.waitForTimeout(700);
      await page.screenshot({ path: `/tmp/w/audit-rest/detail-${language}-${action}.png` });
    }
    await close();
  }
});
