import type { PageOptions } from './browser.ts';

type Look = Required<Pick<PageOptions, 'theme' | 'language'>>;

const everyLook: readonly Look[] = [
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'fr' },
  { theme: 'dark', language: 'fr' },
  { theme: 'light', language: 'en' },
];

/**
 * Looks a page is checked for accessibility in: one, as the contrast of both themes is a unit test over the tokens.
 * All of them at night, and when pictures are taken.
 */
export const looks =
  process.env['SHOTS'] === undefined && process.env['NIGHTLY'] !== 'true' ? everyLook.slice(0, 1) : everyLook;
