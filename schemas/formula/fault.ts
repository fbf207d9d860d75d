import type { ProblemCode } from '../problem/catalogue.ts';
import { problemText } from '../problem/problem.ts';

/** A fault in a formula: `at` is its offset, `found` the text at fault. */
export interface FormulaFault {
  readonly reason: FaultReason;
  readonly at: number;
  readonly found: string;
}

export type FaultReason = keyof typeof formulaCodes;

const formulaCodes = {
  empty: 'FORMULA_EMPTY',
  'too long': 'FORMULA_TOO_LONG',
  'too deep': 'FORMULA_TOO_DEEP',
  'unknown character': 'FORMULA_UNKNOWN_CHARACTER',
  'bad number': 'FORMULA_BAD_NUMBER',
  'value expected': 'FORMULA_VALUE_EXPECTED',
  'parenthesis expected': 'FORMULA_PARENTHESIS_EXPECTED',
  'end expected': 'FORMULA_END_EXPECTED',
  'unknown function': 'FORMULA_UNKNOWN_FUNCTION',
  'unknown name': 'FORMULA_UNKNOWN_NAME',
  'wrong number of arguments': 'FORMULA_WRONG_NUMBER_OF_ARGUMENTS',
  'counter expected': 'FORMULA_COUNTER_EXPECTED',
  'not of this counter': 'FORMULA_NOT_OF_THIS_COUNTER',
  'function needed': 'FORMULA_FUNCTION_NEEDED',
  'several elements': 'FORMULA_SEVERAL_ELEMENTS',
  'other scale': 'FORMULA_OTHER_SCALE',
  'other source': 'FORMULA_OTHER_SOURCE',
} as const satisfies Record<string, ProblemCode>;

/** Returns the fault as a problem of the catalogue with the parameters of its text. */
export const formulaProblem = ({ reason, at, found }: FormulaFault) => ({
  code: formulaCodes[reason],
  params: { found, column: at + 1 },
});

/** Returns the message for a user. */
export const faultSentence = (fault: FormulaFault, language: 'en' | 'fr'): string => {
  const { code, params } = formulaProblem(fault);
  return problemText(code, language, params);
};
