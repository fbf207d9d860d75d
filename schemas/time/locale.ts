/** Languages of the texts; the first is the default. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Languages that an installation offers, the default first. */
export type OfferedLanguages = readonly [Language, ...Language[]];

/** The default is always offered; without one it is the first. */
export function offeredOf(offered: readonly Language[], preferred: Language | undefined): OfferedLanguages {
  const [first = languages[0]] = offered;
  const initial = preferred ?? first;
  return [initial, ...offered.filter((one) => one !== initial)];
}

/** The language of a tag such as `fr-CA` where it is offered, else the default. */
export function offeredLanguage(tag: string | null | undefined, offered: OfferedLanguages): Language {
  const desired = tag?.toLowerCase().split(/[-_]/)[0];
  return offered.find((one) => one === desired) ?? offered[0];
}

/** Locales of dates and numbers: British dates for English texts are supported too. */
export const locales = ['en', 'en-GB', 'fr'] as const;
export type Locale = (typeof locales)[number];

export const languageOf = (locale: Locale): Language => (locale === 'fr' ? 'fr' : 'en');
