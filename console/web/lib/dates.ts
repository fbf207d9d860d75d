import type { Language, Locale } from '#schemas/time/locale.ts';
import { createStore, useStore } from './store.ts';

/** How dates are written: American (`en`), British or French. */
type DateStyle = Locale;

/** Undefined: as the language writes them, which is British in English. */
const chosen = createStore<DateStyle | undefined>(undefined);

const ofLanguage: Record<Language, DateStyle> = { en: 'en-GB', fr: 'fr' };
const locales: Record<DateStyle, string> = { en: 'en-US', 'en-GB': 'en-GB', fr: 'fr-FR' };

export const setDates = (style: DateStyle | undefined): void => chosen.set(style);
export const useDates = (): DateStyle | undefined => useStore(chosen);

const styleFor = (language: Language): DateStyle => chosen.get() ?? ofLanguage[language];

/** The locale in which every date is written. */
export const datesLocale = (language: Language): string => locales[styleFor(language)];

/** Whether the month stands before the day in what is typed. */
export const isMonthFirst = (style: DateStyle | undefined): boolean => style === 'en';
