import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { fillText, type Text, type TextLanguage, type TextParameters } from '#schemas/problem/definition.ts';
import { templateOf } from '#schemas/problem/own-problem-texts.ts';
import { kernelProblems } from '#schemas/problem/family/kernel-problems.ts';

type Texts = Readonly<Partial<Record<ProblemCode, Text>>>;
/** Kernel problems are always loaded; the texts of features load with their first problem. */
let texts: Texts = kernelProblems;

/** Adds texts that a page needs without a failed call. */
export function addProblemTexts(more: Texts): void {
  texts = { ...texts, ...more };
}

const isKnown = (code: string): code is ProblemCode => code in texts;

/** The code of a problem once its text is loaded; an unknown code becomes `UNEXPECTED`. */
export async function knownCode(code: string): Promise<ProblemCode> {
  if (isKnown(code)) return code;
  try {
    ({ problems: texts } = await import('#schemas/problem/catalogue.ts'));
  } catch {
    return 'UNEXPECTED';
  }
  return isKnown(code) ? code : 'UNEXPECTED';
}

/** The sentence for the user. */
export function problemSentence(code: ProblemCode, language: TextLanguage, params: TextParameters): string {
  const text = texts[code] ?? kernelProblems.UNEXPECTED;
  return fillText(templateOf(code, text, language), params, language);
}
