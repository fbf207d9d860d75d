import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { galleryRoutes } from '#web/routes/gallery.ts';
import { axeFaults, shellRenderer } from '#web/testing/render-page.tsx';
import { documentReplies } from '../testing/documents.ts';
import { problems } from '#schemas/problem/catalogue.ts';

const renderPage = shellRenderer(...galleryRoutes);

const isCut = (line: Element): boolean =>
  line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight;

/** Names of bars that are too short to be read: those below upright bars may be turned. */
const unnamedBars = (): readonly (string | null)[] =>
  [...document.querySelectorAll('.tt-bars-name')]
    .filter((name) => {
      const { width, height } = name.getBoundingClientRect();
      const isUpright = name.closest('[data-orientation="vertical"]') !== null;
      return isUpright
        ? Math.max(width, height) < 45 && [...name.querySelectorAll('.tt-ellipsis')].some(isCut)
        : width < 60;
    })
    .map(({ textContent }) => textContent);

describe('the gallery of dashlets', () => {
  it.each([
    ['dark', 'en', 1_440],
    ['light', 'fr', 1_280],
  ] as const)(
    'shows every type in every state, in %s, %s, %i pixels wide',
    async (theme, language, width) => {
      await renderPage('/test?customer=1&tab=dashlets', {
        theme,
        language,
        width,
        replies: documentReplies(),
      });
      // What is out of view requests nothing.
      await page.viewport(width, 30_000);
      const dashlets = page.getByRole('article');
      await expect
        .poll(() => dashlets.elements().length)
        .toBe(12 * 15 - 10 + 4 + 1 + 10 + 14 + 12 + 5 + 12 + 1 + 1);
      const tooMuch = problems.TOO_MUCH_DATA[language];
      await expect.poll(() => page.getByText(tooMuch).elements().length).toBe(11);
      await expectVisible(page.getByText(problems.SDWAN_UNREACHABLE[language]));
      expect(page.getByText('{{').elements()).toEqual([]);
      // One that waits for a selection does not wait for values.
      const { waiting } = { en: { waiting: 'Waiting' }, fr: { waiting: 'En attente' } }[language];
      expect(page.getByText(waiting, { exact: true }).elements()).toHaveLength(10);
      expect(unnamedBars()).toEqual([]);
      // A gauge shows one row.
      const only = { en: /^Only the first of 12,341 rows$/, fr: /^Première ligne seulement, sur 12\s341$/ };
      await expectVisible(page.getByText(only[language]));
      const timeline = { en: 'Timeline: Ready', fr: 'Chronologie\u00A0: Prêt' };
      await expectVisible(page.getByRole('article', { name: timeline[language], exact: true }));
      expect(await axeFaults()).toEqual([]);
    },
    // Over a hundred dashlets.
    180_000,
  );
});
