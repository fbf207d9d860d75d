import { languages, offeredLanguage } from '#schemas/time/locale.ts';
import type { Language, OfferedLanguages } from '#schemas/time/locale.ts';
import { useDates } from './dates.ts';
import { createStore, useStore } from './store.ts';
import type { Like, Translate, TextTree } from './text-types.ts';

export type { Language } from '#schemas/time/locale.ts';

const language = createStore<Language>('en');

/** The current language. Re-renders when it or the date style changes. */
export function useLanguage(): Language {
  useDates();
  return useStore(language);
}

const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' };

const pluralRules: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules(locales.en),
  fr: new Intl.PluralRules(locales.fr),
};

type Given = Readonly<Record<string, string | number>>;

/** Endings of the keys that may hold the text for a count, the most fitting first. */
const endingsFor = (count: number, of: Language): readonly string[] => [
  ...(count === 0 ? ['_zero'] : []),
  `_${pluralRules[of].select(count)}`,
  '_other',
];

/** The text of a key, or the form of it for a count, such as `rows_one`. */
function textFor(tree: TextTree, key: string, endings: readonly string[]): string {
  const form = endings.find((ending) => tree[key + ending] !== undefined) ?? '';
  return tree[key + form] ?? key;
}

const templates = new Map<string, readonly string[]>();

/** What stands around the names of a text, and the names: every second part. */
function partsOf(text: string): readonly string[] {
  const known = templates.get(text);
  if (known !== undefined) return known;
  const parts = text.split(/\{\{(\w+)\}\}/);
  templates.set(text, parts);
  return parts;
}

function valueIn(given: Given, name: string, of: Language): string {
  const value = given[name];
  if (value === undefined) return `{{${name}}}`;
  return name === 'count' && typeof value === 'number' ? value.toLocaleString(locales[of]) : String(value);
}

/** Fills `{{name}}`; a count is grouped as the language does: 1,000 or 1 000. */
const filled = (text: string, of: Language, given: Given): string =>
  partsOf(text)
    .map((part, index) => (index % 2 === 0 ? part : valueIn(given, part, of)))
    .join('');

/** The function that returns the texts of a tree in its language. */
export const translateIn =
  <const E extends TextTree>(tree: E, of: Language): Translate<E> =>
  (key, ...[given = {}]: readonly [Given?]) => {
    const { count } = given;
    const endings = typeof count === 'number' ? endingsFor(count, of) : [];
    return filled(textFor(tree, key, endings), of, given);
  };

/** Returns the hook that reads these texts. Its function changes only with the language. */
export function defineTexts<const E extends TextTree>(en: E, fr: Like<E>): () => Translate<E> {
  const translations = { en: translateIn(en, 'en'), fr: translateIn(fr as unknown as E, 'fr') };
  return () => translations[useLanguage()];
}

/** Languages that the server offers, which names them in the page, the default first. */
export function offeredLanguages(): OfferedLanguages {
  const named = document.documentElement.dataset['languages']?.split(' ') ?? [];
  const [first, ...others] = named.filter((one): one is Language => languages.some((known) => known === one));
  return first === undefined ? languages : [first, ...others];
}

/** The language of a tag where it is offered, else the default. */
export const toLanguage = (tag: string | null | undefined): Language =>
  offeredLanguage(tag, offeredLanguages());

/** Changes the language of every text and of the document. */
export function setLanguage(next: Language): void {
  document.documentElement.lang = next;
  language.set(next);
}
