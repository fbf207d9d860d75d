import type { Preferences, PreferencesChange } from '#schemas/account/preferences.ts';
import { updatePreferences, type Session } from '#schemas/account/routes.ts';
import { setDates } from '#web/lib/dates.ts';
import { readStored, writeStored } from '#web/lib/stored.ts';
import { setLanguage, toLanguage, type Language } from '#web/lib/text.ts';
import type { ThemeChoice } from '#schemas/account/preferences.ts';
import { showTheme } from '#web/lib/theme.ts';
import { call } from '../api/call.ts';

/** Before sign-in: what was chosen in this browser, else what the browser asks for. */
export function startLanguage(): void {
  setLanguage(toLanguage(readStored('language') ?? navigator.language));
}

/** After sign-in the user's own choices win, where there are any. */
export function showAsChosen({ language, theme, dates }: Session['user']): void {
  if (language !== null) setLanguage(language);
  // Kept in the browser as well: the next page has it before it is known who looks at it.
  if (theme !== null) showTheme(theme);
  setDates(dates ?? undefined);
}

/** A failure to keep it changes nothing on screen. */
const keep = (chosen: PreferencesChange): Promise<unknown> =>
  call(updatePreferences, { body: chosen }).catch(() => undefined);

/** Shows the language at once and keeps it in this browser and with the user. */
export async function chooseLanguage(language: Language, signedIn: boolean): Promise<void> {
  setLanguage(language);
  writeStored('language', language);
  if (signedIn) await keep({ language });
}

/** Shows the theme at once and keeps it in this browser and with the user. */
export async function chooseTheme(theme: ThemeChoice, signedIn: boolean): Promise<void> {
  showTheme(theme);
  if (signedIn) await keep({ theme });
}

/** Writes dates so at once, everywhere, and keeps it with the user; null: as the language does. */
export async function chooseDates(dates: Preferences['dates']): Promise<void> {
  setDates(dates ?? undefined);
  await keep({ dates });
}
