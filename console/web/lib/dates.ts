import type { Language, Locale } from '#schemas/time/locale.ts';
import { createStore, useStore } from './store.ts';

/** Date style: American (`en`), British or French. */
type DateStyle = Locale;

/** Undefined: by language, which is British for English. */
const chosen = createStore<DateStyle | undefined>(undefined);

const ofLanguage: Record<Language, DateStyle> = { en: 'en-GB', fr: 'fr' };
const locales: Record<DateStyle, string> = { en: 'en-US', 'en-GB': 'en-GB', fr: 'fr-FR' };

export const setDates = (style: DateStyle | undefined): void => chosen.set(style);
export const useDates = (): DateStyle | undefined => useStore(chosen);

const styleFor = (language: Language): DateStyle => chosen.get() ?? ofLanguage[language];

/** The locale of every date. */
export const datesLocale = (language: Language): string => locales[styleFor(language)];

/** Whether the month comes before the day in typed dates. */
export const isMonthFirst = (style: DateStyle | undefined): boolean => style === 'en';
