import type { Page } from 'playwright-core';
import { shot } from './shot.ts';

/** A telephone, and a window of 1,280 CSS pixels at 400 % (WCAG 1.4.10). */
const narrowWidths = [390, 320] as const;
const wide = { width: 1440, height: 900 };

/** What is wider than its scrolling place; tables and code scroll in regions of their own. */
const widerThanItsPlace = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const places = [
      document.documentElement,
      ...document.querySelectorAll(
        '.tt-main, .tt-page, .tt-form-page, .tt-drawer-body, .mantine-Modal-content',
      ),
    ];
    const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${element.className}`;
    const own =
      '.tt-table-scroll, .tt-settings-table, .tt-compare-scroll, pre, [role=tablist], .maplibregl-map, .tt-hidden';
    return places
      .filter((place) => place.scrollWidth > place.clientWidth + 1)
      .map((place) => {
        const right = place.getBoundingClientRect().left + place.clientWidth;
        const cause = [...place.querySelectorAll('*')].filter(
          (each) => each.closest(own) === null && each.getBoundingClientRect().right > right + 1,
        );
        return `${nameOf(place)}: ${cause.slice(0, 4).map(nameOf).join(', ')}`;
      });
  });

/** Places that scroll sideways in a narrow window. */
export async function reflowFaults(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of narrowWidths) {
    await page.setViewportSize({ width, height: 844 });
    for (const fault of await widerThanItsPlace(page)) faults.push(`${name} at ${String(width)}: ${fault}`);
    await shot(page, `${name.replaceAll(/[^a-z]+/gi, '-')}-${String(width)}`);
  }
  await page.setViewportSize(wide);
  return faults;
}
