import { z } from 'zod';
import { locales, languages } from '../time/locale.ts';

export const UserLanguage = z.enum(languages);

/** `system`: the setting of the operating system. */
export const ThemeChoice = z.enum(['system', 'dark', 'light']);
export type ThemeChoice = z.infer<typeof ThemeChoice>;

/** American (`en`), British or French dates. */
export const DateStyle = z.enum(locales);
export type DateStyle = z.infer<typeof DateStyle>;

/** Preferences of a user, the same on every machine. Null: language and theme of the browser, dates of the language. */
export const Preferences = z.strictObject({
  language: UserLanguage.nullable(),
  theme: ThemeChoice.nullable(),
  /** English texts have British dates by default. */
  dates: DateStyle.nullable(),
});
export type Preferences = z.infer<typeof Preferences>;

/** Absent preferences stay unchanged. */
export const PreferencesChange = Preferences.partial();
export type PreferencesChange = z.infer<typeof PreferencesChange>;
