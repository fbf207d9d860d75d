/** Languages of the texts; the first is the default. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Locales of dates and numbers: British dates for English texts are supported too. */
export const locales = ['en', 'en-GB', 'fr'] as const;
export type Locale = (typeof locales)[number];

export const languageOf = (locale: Locale): Language => (locale === 'fr' ? 'fr' : 'en');
