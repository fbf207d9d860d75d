import { createRequire } from 'node:module';
import countries, { type LocaleData } from 'i18n-iso-countries';

const languages = ['en', 'fr'] as const;
const styles = ['long', 'short'] as const;

/** Without accents, punctuation and articles: `Côte d’Ivoire` and `cote d'ivoire` are one. */
const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^ *(?:the|la|le|les|l) /, '')
    .trim();

/** Every name of every country in English and French, and its codes of ISO 3166. */
function namesOfCountries(): ReadonlyMap<string, string> {
  const load = createRequire(import.meta.url);
  const found = new Map<string, string>();
  const add = (name: string | undefined, code: string): void => {
    if (name !== undefined && !found.has(folded(name))) found.set(folded(name), code);
  };
  const codes = Object.entries(countries.getAlpha2Codes());
  for (const [code, code3] of codes) {
    add(code, code);
    add(code3, code);
  }
  for (const language of languages) {
    countries.registerLocale(load(`i18n-iso-countries/langs/${language}.json`) as LocaleData);
    for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' })))
      for (const name of names) add(name, code);
    for (const style of styles) {
      const displayed = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
      for (const [code] of codes) add(displayed.of(code), code);
    }
  }
  return found;
}

let known: ReadonlyMap<string, string> | undefined;

/** The code of ISO 3166 of a country as people write it, in English or French; undefined: there is no such country. */
export function countryCode(country: string): string | undefined {
  known ??= namesOfCountries();
  return known.get(folded(country));
}
