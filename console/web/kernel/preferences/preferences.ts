import type { Preferences, PreferencesChange } from '#schemas/account/preferences.ts';
import { updatePreferences, type Session } from '#schemas/account/routes.ts';
import { setDates } from '#web/lib/dates.ts';
import { readStored, setOwner, writeStored } from '#web/lib/stored.ts';
import { setLanguage, toLanguage, type Language } from '#web/lib/text.ts';
import type { ThemeChoice } from '#schemas/account/preferences.ts';
import { showTheme } from '#web/lib/theme.ts';
import { call } from '../api/call.ts';

/** Before sign-in: the choice stored in this browser, else the browser's language. */
export function startLanguage(): void {
  setLanguage(toLanguage(readStored('language') ?? navigator.language));
}

/** After sign-in the user's own choices apply, where set. */
export function applyPreferences({ id, language, theme, dates }: Session['user']): void {
  setOwner(id);
  // One that is no longer offered falls back.
  if (language !== null) setLanguage(toLanguage(language));
  // Stored in the browser as well: the next page applies it before the session is read.
  if (theme !== null) showTheme(theme);
  setDates(dates ?? undefined);
}

/** A failure to store it does not affect the screen. */
const keep = (chosen: PreferencesChange): Promise<unknown> =>
  call(updatePreferences, { body: chosen }).catch(() => undefined);

/** Applies the language at once and stores it in this browser and with the user. */
export async function chooseLanguage(language: Language, signedIn: boolean): Promise<void> {
  setLanguage(language);
  writeStored('language', language);
  if (signedIn) await keep({ language });
}

/** Applies the theme at once and stores it in this browser and with the user. */
export async function chooseTheme(theme: ThemeChoice, signedIn: boolean): Promise<void> {
  showTheme(theme);
  if (signedIn) await keep({ theme });
}

/** Applies the date style at once and stores it with the user; null: by language. */
export async function chooseDates(dates: Preferences['dates']): Promise<void> {
  setDates(dates ?? undefined);
  await keep({ dates });
}
