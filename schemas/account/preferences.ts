import { z } from 'zod';
import { locales, languages } from '../time/locale.ts';

/** `system`: as the machine has it. */
export const ThemeChoice = z.enum(['system', 'dark', 'light']);
export type ThemeChoice = z.infer<typeof ThemeChoice>;

/** How dates are written: American (`en`), British or French. */
export const DateStyle = z.enum(locales);
export type DateStyle = z.infer<typeof DateStyle>;

/** What a user has chosen for himself, on whatever machine he signs in. Null: the language and theme of the browser, dates of the language. */
export const Preferences = z.strictObject({
  language: UserLanguage.nullable(),
  theme: ThemeChoice.nullable(),
  /** In English texts dates are British unless this says otherwise. */
  dates: DateStyle.nullable(),
});
export type Preferences = z.infer<typeof Preferences>;

/** Those that are to change. */
export const PreferencesChange = Preferences.partial();
export type PreferencesChange = z.infer<typeof PreferencesChange>;

export const UserLanguage = z.enum(languages);
