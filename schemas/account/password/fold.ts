/** Case and accents taken away, for comparing words: `Été` and `ETE` are one. Upper case first: `ß` and `SS` then meet. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase();
