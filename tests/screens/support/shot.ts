import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const mapMs = 2_500;

/** Keeps a picture when `SHOTS` names a folder: a screen is done when it has been looked at. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  // A map is drawn by a software renderer here and needs its time.
  if ((await page.locator('.maplibregl-canvas').count()) > 0) await page.waitForTimeout(mapMs);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
