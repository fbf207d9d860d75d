import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Faults against WCAG 2.2 A and AA, each on one line with the element it concerns. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as {
      axe: { run: (options: unknown) => Promise<AxeResults> };
    };
    return await runner.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Passing elements are omitted: naming each of them took most of the time.
      resultTypes: ['violations'],
      // No rule of these sets reads style sheets: fetching them takes a third of the time.
      preload: false,
    });
  });
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  );
}
