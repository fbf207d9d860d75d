import type { Language, Locale } from '../time/locale.ts';
import { en, type NoticeWords } from './texts/en.ts';
import { fr } from './texts/fr.ts';

const words = { en, fr } as const satisfies Record<Language, NoticeWords>;

/** Words of notifications in the language of their reader; English where none is stated. */
export const noticeWords = (language: Language | undefined): NoticeWords => words[language ?? 'en'];

/** How figures of notifications are written. */
export const noticeLocale = (language: Language | undefined): Locale => (language === 'fr' ? 'fr' : 'en-GB');
