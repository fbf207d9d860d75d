import { createInstance } from 'i18next';
import type { Language } from '#schemas/time/locale.ts';
import { useDates } from './dates.ts';
import { createStore, useStore } from './store.ts';
import type { Like, Translate, TextTree } from './text-types.ts';

export { languages, type Language } from '#schemas/time/locale.ts';

/** One instance for the console. Resources are added by the module that owns them, so a lazy screen brings its own. */
const i18n = createInstance();
void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false },
});

const language = createStore<Language>('en');

/** The current language. Re-renders when it or the date style changes. */
export function useLanguage(): Language {
  useDates();
  return useStore(language);
}

const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' };

/** Formats a count in the language: 1,000 or 1 000. */
function withCount(values: Readonly<Record<string, unknown>>, of: Language) {
  const { count } = values;
  if (typeof count !== 'number') return values;
  return { ...values, replace: { ...values, count: count.toLocaleString(locales[of]) } };
}

/** Registers the texts of a namespace and returns the hook that reads them. Its function changes only with the language. */
export function defineTexts<const E extends TextTree>(
  namespace: string,
  en: E,
  fr: Like<E>,
): () => Translate<E> {
  i18n.addResourceBundle('en', namespace, en);
  i18n.addResourceBundle('fr', namespace, fr);
  const inLanguage = (of: Language): Translate<E> => {
    const translate = i18n.getFixedT(of, namespace);
    return (key, ...values) => translate(key as string, withCount({ ...values[0] }, of));
  };
  const translations = { en: inLanguage('en'), fr: inLanguage('fr') };
  return () => translations[useLanguage()];
}

export const toLanguage = (tag: string | undefined): Language =>
  tag?.startsWith('fr') === true ? 'fr' : 'en';

/** Changes the language of every text and of the document. */
export function setLanguage(next: Language): void {
  document.documentElement.lang = next;
  language.set(next);
}
