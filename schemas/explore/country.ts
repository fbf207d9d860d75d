const LETTERS = 26;
const FIRST_LETTER = 65;

const letterOf = (place: number): string => String.fromCodePoint(FIRST_LETTER + place);

/** The number of a country by its code of two letters (ISO 3166-1), in upper or lower case; 0 is none. Undefined for anything else. */
export function countryNumber(code: string): number | undefined {
  if (!/^[a-z]{2}$/i.test(code)) return undefined;
  const upper = code.toUpperCase();
  const [first, second] = [upper.charCodeAt(0) - FIRST_LETTER, upper.charCodeAt(1) - FIRST_LETTER];
  return first * LETTERS + second + 1;
}

/** SQL of the code of a country from its number; empty: none. */
export const countryCodeSql = (number: string): string =>
  `if(${number} = 0, '', concat(char(${String(FIRST_LETTER)} + intDiv(${number} - 1, ${String(LETTERS)})), char(${String(FIRST_LETTER)} + (${number} - 1) % ${String(LETTERS)})))`;

const names = new Map<string, Intl.DisplayNames>();

const namesIn = (locale: string): Intl.DisplayNames => {
  const known = names.get(locale);
  if (known !== undefined) return known;
  const own = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  names.set(locale, own);
  return own;
};

/** The name of a country in a language; the code where it has none. */
export const countryName = (code: string, locale: string): string => namesIn(locale).of(code) ?? code;

/** Codes that are no country: groups of countries, accents of pseudo-languages, and what is unknown. */
const notCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

let codes: readonly string[] | undefined;

/** Codes of the countries that have a name. */
export function countryCodes(): readonly string[] {
  codes ??= Array.from({ length: LETTERS * LETTERS }, (_, place) =>
    [Math.floor(place / LETTERS), place % LETTERS].map(letterOf).join(''),
  ).filter((code) => !notCountries.has(code) && namesIn('en').of(code) !== undefined);
  return codes;
}
