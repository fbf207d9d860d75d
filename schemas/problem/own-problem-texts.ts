import type { Text, TextLanguage } from './definition.ts';

/** Texts of problems of the installation by language and code. */
const own = new Map<TextLanguage, Readonly<Record<string, string>>>();

/** Takes texts of the installation in place of those of the catalogue; none: those of the catalogue again. */
export function overrideProblemTexts(language: TextLanguage, texts: Readonly<Record<string, string>>): void {
  own.set(language, texts);
}

/** The text of a problem, of the installation where it has one. */
export const templateOf = (code: string, text: Text, language: TextLanguage): string =>
  own.get(language)?.[code] ?? text[language];
