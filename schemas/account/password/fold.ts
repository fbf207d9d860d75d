/** Removes case and accents to compare words: `Été` and `ETE` are equal. Upper case first, so that `ß` equals `SS`. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase();
