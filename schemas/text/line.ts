import { z } from 'zod';

/** Characters that change the order in which the text around them is shown: a name with U+202E can look like another one. */
const direction = /\p{Bidi_Control}+/gu;
/** Ends of a line and of a paragraph that are no control characters. */
const lineEnds = /[\p{Zl}\p{Zp}]+/gu;

/** The text without characters that change the direction of writing, in one line as far as control characters allow. */
export const inReadingOrder = (text: string): string =>
  text.replaceAll(direction, '').replaceAll(lineEnds, ' ');

/** One line without control characters, such as a name: PostgreSQL cannot store NUL, and a line may become a header of a mail. */
export const Line = z
  .string()
  .overwrite(inReadingOrder)
  .trim()
  .regex(/^\P{Cc}*$/u, 'CONTROL_CHARACTER');
