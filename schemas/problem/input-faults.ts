import type { z } from 'zod';
import { type ProblemCode, problemCodes } from './catalogue.ts';
import type { TextLanguage, TextParameters } from './definition.ts';
import { type InputFault, problemText } from './problem.ts';

const known = new Set<string>(problemCodes);
const isCode = (text: string): text is ProblemCode => known.has(text);

type Issue = z.core.$ZodIssue;

/** Bounds of the contract for texts that state them. */
function boundsOf(issue: Issue): TextParameters {
  if (issue.code === 'custom') {
    const { min, max } = issue.params ?? {};
    return typeof min === 'number' && typeof max === 'number' ? { min, max } : {};
  }
  return {
    ...('minimum' in issue ? { min: Number(issue.minimum) } : {}),
    ...('maximum' in issue ? { max: Number(issue.maximum) } : {}),
  };
}

/** Returns one fault per input. Messages that are codes of the catalogue are shown in the user's language. */
export function inputFaults(
  { issues }: { readonly issues: readonly Issue[] },
  language: TextLanguage,
): readonly InputFault[] {
  return issues.map((issue) => {
    const path = issue.path.map(String).join('.');
    if (!isCode(issue.message)) return { path, message: issue.message };
    return { path, message: problemText(issue.message, language, boundsOf(issue)), code: issue.message };
  });
}
