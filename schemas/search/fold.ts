const ASCII = /^\p{ASCII}*$/u;

/** Text as the search compares it: lower case, without accents. */
export const foldForSearch = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFD')
        .replaceAll(/\p{Mn}/gu, '')
        .toLowerCase();

/** The words of a query, folded. */
export const wordsOf = (query: string): readonly string[] =>
  foldForSearch(query).split(/\s+/).filter(Boolean);

/** How well a folded name matches: 0 when it starts with the first word, 1 when one of its parts does, else 2. */
export function matchRankOf(name: string, [first = '']: readonly string[]): 0 | 1 | 2 {
  const at = name.indexOf(first);
  if (at === 0) return 0;
  if (at === -1) return 2;
  return /[\p{L}\p{N}]/u.test(name[at - 1] ?? '') ? 2 : 1;
}
