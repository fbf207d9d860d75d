import { z } from 'zod';

/** Characters that change the order in which the text around them is shown: a name with U+202E can look like another one. */
const direction = /\p{Bidi_Control}+/gu;
/** Ends of a line and of a paragraph that are no control characters. */
const lineEnds = /[\p{Zl}\p{Zp}]+/gu;

/** The text without characters that change the direction of writing, in one line as far as control characters allow. */
export const inReadingOrder = (text: string): string =>
  text.replaceAll(direction, '').replaceAll(lineEnds, ' ');

/** Spaces of any width and kind: spreadsheets and web pages write U+00A0, French typography U+202F. */
const spaces = /\p{Zs}+/gu;
/** Characters without a width that join and divide nothing in a name. */
const widthless = /[\u200B\u2060\uFEFF]/gu;

/**
 * The text as it looks: characters composed (Unicode NFC), and one plain space instead of several or others. Two names that look equal are
 * one.
 */
export const evenText = (text: string): string =>
  text.normalize('NFC').replaceAll(widthless, '').replaceAll(spaces, ' ').trim();

/** One line without control characters, such as a name: PostgreSQL cannot store NUL, and a line may become a header of a mail. */
export const Line = z
  .string()
  .overwrite(inReadingOrder)
  .overwrite(evenText)
  .regex(/^\P{Cc}*$/u, 'CONTROL_CHARACTER');

/** Control characters that are white space: a tab, an end of a line. */
const blanks = /[\t\n\v\f\r\u0085]+/gu;

/** What another system writes as one line: it is cleaned, since it cannot be corrected from here. */
export const asLine = (text: string): string =>
  evenText(
    inReadingOrder(text)
      .replaceAll(blanks, ' ')
      .replaceAll(/\p{Cc}+/gu, ''),
  );

/** Characters that are not visible: a name with one is another one than it looks. */
const invisible = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u200B-\u200D\u2060\uFEFF]/u;

/** The first invisible character of a text as `U+202E`, and its position from 1; undefined: there is none. */
export function invisibleCharacter(
  text: string,
): { readonly character: string; readonly position: number } | undefined {
  const found = invisible.exec(text);
  if (found === null) return undefined;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return { character: `U+${code}`, position: found.index + 1 };
}
