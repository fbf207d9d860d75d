import type { Preferences, PreferencesChange, ThemeChoice } from '#schemas/account/preferences.ts';
import { updatePreferences, type Session } from '#schemas/account/routes.ts';
import { setDates } from '#web/lib/dates.ts';
import { readStored, setOwner, writeStored } from '#web/lib/stored.ts';
import { offeredLanguages, setLanguage, toLanguage } from '#web/lib/text.ts';
import { showTheme } from '#web/lib/theme.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { call } from '../api/call.ts';
import { problemSentence } from '../api/problem-texts.ts';
import { loadOwnTexts, ownLanguages } from './own-texts.ts';

/** Languages to choose from: those of the product that are offered, and those of the installation. */
export const choosableLanguages = (): readonly string[] => [...offeredLanguages(), ...ownLanguages()];

/** The language of the installation that was chosen in this browser. */
function ownChoice(): string | undefined {
  const chosen = readStored('language');
  return ownLanguages().find((tag) => tag === chosen);
}

/** Shows a language once the texts of the installation are there; without them those of the product, and says so. */
async function showLanguage(tag: string): Promise<void> {
  try {
    const loading = loadOwnTexts(tag);
    // At once where there is nothing to wait for.
    if (loading !== undefined) await loading;
    setLanguage(tag);
  } catch {
    const fallback = toLanguage(tag);
    setLanguage(fallback);
    showToast({ text: problemSentence('TRANSLATION_OVERRIDE_FAILED', fallback, {}), tone: 'bad' });
  }
}

/** Before sign-in: the choice stored in this browser, else the browser's language. */
export function startLanguage(): Promise<void> {
  const preferred = readStored('language') ?? navigator.language;
  return showLanguage(ownChoice() ?? toLanguage(preferred));
}

/** After sign-in the user's own choices apply, where set. */
export function applyPreferences({ id, language, theme, dates }: Session['user']): void {
  setOwner(id);
  // One that is no longer offered falls back. A language of the installation is a choice of this browser.
  if (language !== null && ownChoice() === undefined) void showLanguage(toLanguage(language));
  // Stored in the browser as well: the next page applies it before the session is read.
  if (theme !== null) showTheme(theme);
  setDates(dates ?? undefined);
}

/** A failure to store it does not affect the screen. */
const keep = (chosen: PreferencesChange): Promise<unknown> =>
  call(updatePreferences, { body: chosen }).catch(() => undefined);

/** Applies the language at once and stores it in this browser and with the user. */
export async function chooseLanguage(tag: string, signedIn: boolean): Promise<void> {
  await showLanguage(tag);
  writeStored('language', tag);
  const language = offeredLanguages().find((one) => one === tag);
  if (signedIn && language !== undefined) await keep({ language });
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
