import type { ProblemCode } from '../../problem/catalogue.ts';
import { problemText } from '../../problem/problem.ts';

/** Why a filter is rejected. */
const filterCodes = {
  'too long': 'FILTER_TOO_LONG',
  'too deep': 'FILTER_TOO_DEEP',
  'too many tests': 'FILTER_TOO_MANY_TESTS',
  'unclosed text': 'FILTER_UNCLOSED_TEXT',
  'field expected': 'FILTER_FIELD_EXPECTED',
  'unknown field': 'FILTER_UNKNOWN_FIELD',
  'operator expected': 'FILTER_OPERATOR_EXPECTED',
  'value expected': 'FILTER_VALUE_EXPECTED',
  'bad value': 'FILTER_BAD_VALUE',
  'parenthesis expected': 'FILTER_PARENTHESIS_EXPECTED',
  'end expected': 'FILTER_END_EXPECTED',
  'unknown name': 'FILTER_UNKNOWN_NAME',
} as const satisfies Record<string, ProblemCode>;

export type FilterFaultReason = keyof typeof filterCodes;

/** A fault in a filter: `at` is its offset, `found` the text at fault, `expected` what may stand there. */
export interface FilterFault {
  readonly reason: FilterFaultReason;
  readonly at: number;
  readonly found: string;
  readonly expected: readonly string[];
}

const LONGEST_LIST = 8;

/** The fault as a problem of the catalogue with the parameters of its text. */
export function filterProblem({ reason, at, found, expected }: FilterFault) {
  const listed = expected.slice(0, LONGEST_LIST).join(' ');
  return {
    code: filterCodes[reason],
    params: {
      found,
      column: at + 1,
      expected: expected.length > LONGEST_LIST ? `${listed} …` : listed,
    },
  };
}

/** The message for a user. */
export const filterFaultSentence = (fault: FilterFault, language: 'en' | 'fr'): string => {
  const { code, params } = filterProblem(fault);
  return problemText(code, language, params);
};
