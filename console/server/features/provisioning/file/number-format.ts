/** What a cell shows of its number, for columns of texts and for columns of numbers. */
export interface FormattedNumber {
  /** The shown text; undefined: it cannot be said without the language of the spreadsheet, such as `1,000.50`. */
  readonly text: string | undefined;
  /** The number, where the format adds nothing that changes its meaning: no unit, percent or scale. */
  readonly number: string | undefined;
}

/** Formats that a workbook does not define (ECMA-376 Part 1, §18.8.30). Dates are recognised before. */
const builtIn: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  48: '##0.0E+0',
  49: '@',
};

/** A format that is not known shows amounts of money: 5 to 8 and 41 to 44 depend on the language. */
export const builtInFormat = (id: number): string => builtIn[id] ?? '"¤"#,##0';

/** Parts of a section: a quoted or escaped text, a digit, or any other character. */
const token = /"([^"]*)"|\\(.)|_(.)|\*.|([0#?])|(.)/gsu;

interface Section {
  /** Literals as they are; a placeholder of a digit in a list of its own. */
  readonly parts: readonly (string | readonly [placeholder: string])[];
  /** Characters that calculate or depend on the language: marks, percent, exponents. */
  readonly marks: string;
}

/** Characters that a format shows without quotes (ECMA-376 Part 1, §18.8.31). */
const shownAsIs = /[$\-+/():!^&'~{}<>= ]/;

function sectionOf(format: string): Section {
  const parts: (string | readonly [string])[] = [];
  let marks = '';
  for (const [, quoted, escaped, spaced, digit, other] of format.matchAll(token))
    if (digit !== undefined) parts.push([digit]);
    else if (other !== undefined && !shownAsIs.test(other)) marks += other;
    else parts.push(quoted ?? escaped ?? (spaced === undefined ? (other ?? '') : ' '));
  return { parts, marks };
}

/** Sections for positive and negative numbers, without colours, conditions and locales. */
function sectionsOf(format: string): readonly string[] {
  const plain = format.replaceAll(/\[[^\]]*\]/g, '');
  return plain.match(/(?:"[^"]*"|\\.|[^;"\\])+/gsu) ?? [];
}

/** The digits of an integer at the places of its format, from the right; more digits than places go before the first. */
function placedDigits(digits: string, { parts }: Section): string {
  let left = digits === '0' ? '' : digits;
  let places = parts.filter((part) => typeof part !== 'string').length;
  const shown = parts.toReversed().map((part) => {
    if (typeof part === 'string') return part;
    places -= 1;
    const taken = places === 0 ? left : left.slice(-1);
    left = places === 0 ? '' : left.slice(0, -1);
    return taken === '' ? ({ '0': '0', '?': ' ' }[part[0]] ?? '') : taken;
  });
  return shown.toReversed().join('');
}

const isGeneral = (format: string): boolean => /^(?:general|@|)$/i.test(format.trim());
/** Marks of a format that shows the number itself: separators of thousands between digits, decimals, exponents. */
const ofNumber = /^[.,Ee]*$/;

/** Whether a format shows the number itself: without a unit, and without a scale as `0,,`, which shows millions. */
const hasOwnMeaning = ({ parts, marks }: Section, format: string): boolean =>
  ofNumber.test(marks) &&
  !/[0#?],+(?:[^0#?,]|$)/.test(format) &&
  !parts.some((part) => typeof part === 'string' && /[^\s()+-]/.test(part));

/** Whether a format shows the digits of an integer and nothing that depends on the language. */
const showsDigits = ({ parts, marks }: Section): boolean =>
  marks === '' && parts.some((part) => typeof part !== 'string');

/** What a format shows of a number, written with at most 15 digits. */
export function formattedNumber(number: string, format: string): FormattedNumber {
  const value = Number(number);
  const [positive = '', negative] = sectionsOf(format);
  if (isGeneral(positive)) return { text: number, number };
  const section = sectionOf(value < 0 && negative !== undefined ? negative : positive);
  const plain = hasOwnMeaning(section, positive) ? number : undefined;
  if (!Number.isSafeInteger(value) || !showsDigits(section)) return { text: undefined, number: plain };
  const sign = value < 0 && negative === undefined ? '-' : '';
  return { text: `${sign}${placedDigits(String(Math.abs(value)), section)}`.trim(), number: plain };
}
