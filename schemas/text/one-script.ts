/** Scripts in common modern use (Unicode Standard Annex 31, table 5). */
const scripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
];

/** Scripts that are written together: Japanese, Chinese with Bopomofo, and Korean, each with Latin letters. */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** Matches a text of these scripts, and of what belongs to all scripts: digits, punctuation, marks. */
const textOf = (some: readonly string[]): RegExp =>
  new RegExp(`^[${[...some, 'Common', 'Inherited'].map((one) => `\\p{scx=${one}}`).join('')}]*$`, 'u');

const accepted = [...scripts.map((one) => [one]), ...together].map(textOf);

/**
 * Whether a name has the letters of one script, in their plain form: the restriction level *highly restrictive* of UTS 39, section 5.2, and
 * its exclusion of letters with a compatibility decomposition (NFKC). `аdmin` with a Cyrillic `а` and `𝐚dmin` have not.
 */
export const isOfOneScript = (text: string): boolean =>
  text.normalize('NFKC') === text.normalize('NFC') && accepted.some((pattern) => pattern.test(text));
