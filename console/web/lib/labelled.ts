import type { Language } from '#schemas/time/locale.ts';

/** A label and its value with the colon of the language: `Theme: Dark`, `Thème : Sombre`. */
export const labelled = (name: string, what: string, language: Language): string =>
  `${name}${language === 'fr' ? '\u00A0' : ''}: ${what}`;
