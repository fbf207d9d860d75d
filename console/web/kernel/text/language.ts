import { savePreferences, type Session } from '#schemas/account/routes.ts';
import { readStored, writeStored } from '#web/lib/stored.ts';
import { setLanguage, toLanguage, type Language } from '#web/lib/text.ts';
import { call } from '../api/call.ts';

/** Before sign-in: what was chosen in this browser, else what the browser asks for. */
export function startLanguage(): void {
  setLanguage(toLanguage(readStored('language') ?? navigator.language));
}

/** After sign-in the user's own choice wins, if there is one. */
export function languageOf(user: Session['user']): void {
  if (user.language !== null) setLanguage(user.language);
}

/** Shows the language at once and keeps it in this browser and with the user; a failure to keep it changes nothing on screen. */
export async function chooseLanguage(language: Language, signedIn: boolean): Promise<void> {
  setLanguage(language);
  writeStored('language', language);
  if (signedIn) await call(savePreferences, { body: { language } }).catch(() => undefined);
}
