import type { Language } from '#schemas/time/locale.ts';

/** A name and what it is of, as the language sets the colon: `Theme: Dark`, `Thème : Sombre`. */
export const labelled = (name: string, what: string, language: Language): string =>
  `${name}${language === 'fr' ? '\u00A0' : ''}: ${what}`;
