import { createInstance } from 'i18next';
import { overrideProblemTexts } from '#schemas/problem/own-problem-texts.ts';
import { PROBLEM_TEXTS, type NamedTexts } from '#schemas/text/own-texts.ts';
import { languages, offeredLanguage, type Language, type OfferedLanguages } from '#schemas/time/locale.ts';
import { useDates } from './dates.ts';
import { createStore, useStore } from './store.ts';
import type { Like, TextTree, Translate } from './text-types.ts';

export type { Language } from '#schemas/time/locale.ts';

/** Tag of the language of the texts: a language of the product, or one that the installation adds, such as `de`. */
const shown = createStore<string>('en');

const isLanguage = (tag: string): tag is Language => languages.some((one) => one === tag);
/** The language of what has none of the installation: numbers, dates, names of KPIs, replies of the server. */
const languageOfTag = (tag: string): Language => (isLanguage(tag) ? tag : 'en');

/** The current language of the product. Re-renders when it or the date style changes. */
export function useLanguage(): Language {
  useDates();
  return languageOfTag(useStore(shown));
}

/** The tag of the current language, which may be one of the installation. */
export function useLanguageTag(): string {
  useDates();
  return useStore(shown);
}

const catalogue = createInstance({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: {},
  // Keys are flat: `:` and `.` are characters of them.
  keySeparator: false,
  nsSeparator: false,
  // React escapes what it shows.
  interpolation: { escapeValue: false },
});
void catalogue.init();

/** Formats a count as the language does: 1,000 or 1 000. */
const grouped = (count: number, of: string): string =>
  catalogue.services.formatter?.format(count, 'number', of, {}) ?? String(count);

type Given = Readonly<Record<string, string | number>>;
type Lookup = (key: string, options?: object) => string;

/** No text names another one: `$t(key)` is shown as it is. */
const plain = { nest: false } as const;

/** Placeholders are in `replace`, where none of them is taken for an option of the library, such as `context`. */
function optionsOf(given: Given, of: string): object {
  const { count } = given;
  return typeof count === 'number'
    ? { ...plain, count, replace: { ...given, count: grouped(count, of) } }
    : { ...plain, replace: given };
}

/** The function that returns the texts of these names in a language. */
function translateIn<E extends TextTree>(names: readonly string[], of: string): Translate<E> {
  const lookup = catalogue.getFixedT(of, [...names]) as unknown as Lookup;
  return (key, ...[given]: readonly [Given?]) =>
    lookup(key, given === undefined ? plain : optionsOf(given, of));
}

/** The hook that returns texts in the current language: the function changes only with the language. */
interface TextHook<E extends TextTree> {
  (): Translate<E>;
  /** For what is no component. */
  readonly in: (of: string) => Translate<E>;
  /** Under which the texts are in the catalogue, those looked up first at the start. */
  readonly names: readonly string[];
}

function hookOf<E extends TextTree>(names: readonly string[]): TextHook<E> {
  const translations = new Map<string, Translate<E>>();
  const translationIn = (of: string): Translate<E> => {
    const known = translations.get(of) ?? translateIn<E>(names, of);
    translations.set(of, known);
    return known;
  };
  return Object.assign(() => translationIn(useLanguageTag()), { in: translationIn, names });
}

/** Texts of the installation by language and name, in place of those of the product. */
const overrides = new Map<string, NamedTexts>();

function addTexts(of: string, name: string, texts: TextTree): void {
  catalogue.addResourceBundle(of, name, { ...texts, ...overrides.get(of)?.[name] });
}

/** Takes texts of the installation in place of those of the product, also of features that load later. */
export function overrideTexts(of: string, texts: NamedTexts): void {
  overrides.set(of, texts);
  for (const [name, own] of Object.entries(texts)) catalogue.addResourceBundle(of, name, own);
}

/** Adds texts to the catalogue under a name, with which an installation overrides them, and returns the hook that reads them. */
export function defineTexts<const E extends TextTree>(name: string, en: E, fr: Like<E>): TextHook<E> {
  addTexts('en', name, en);
  addTexts('fr', name, fr);
  return hookOf([name]);
}

/** Texts together with those of another hook, which they load with. */
export function extendTexts<const E extends TextTree, B extends TextTree>(
  base: TextHook<B>,
  name: string,
  ...[en, fr]: readonly [E, Like<E>]
): TextHook<E & B> {
  return hookOf([...defineTexts(name, en, fr).names, ...base.names]);
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

/** Changes the language of every text and of the document. Texts of the installation must have been loaded. */
export function setLanguage(tag: string): void {
  document.documentElement.lang = tag;
  const ofProblems = overrides.get(tag)?.[PROBLEM_TEXTS] ?? {};
  overrideProblemTexts(languageOfTag(tag), ofProblems);
  shown.set(tag);
}
