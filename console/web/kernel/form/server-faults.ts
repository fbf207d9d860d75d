import { problems, type ProblemCode } from '#schemas/problem/catalogue.ts';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import type { Language } from '#web/lib/text.ts';
import { ApiProblem, sentenceOf, type RejectedInput } from '../api/api-problem.ts';
import type { FormFault } from './form.machine.ts';

/** Inputs of problems whose code names the input and that carry no path. */
export type FieldByCode = Readonly<Partial<Record<ProblemCode, string>>>;

interface FormFacts {
  /** Names of the inputs: the keys of the draft. */
  readonly inputs: readonly string[];
  readonly fieldByCode: FieldByCode;
  readonly language: Language;
}

interface ServerFaults {
  readonly faults: readonly FormFault[];
  /** The problem as a sentence when it, or a part of it, belongs to no input. */
  readonly problem: string | undefined;
}

const isCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

/** Path within the draft: `body.draft.formulas.0` → `formulas.0`. Undefined when no input has it. */
function draftPath(path: string, inputs: readonly string[]): string | undefined {
  const parts = path.replace(/^body\./, '').split('.');
  const start = parts.findIndex((part) => inputs.includes(part));
  return start === -1 ? undefined : parts.slice(start).join('.');
}

function faultAt(
  { path, code, params }: RejectedInput,
  problem: ApiProblem,
  language: Language,
): FormFault | undefined {
  if (code !== undefined && isCode(code)) return inputFaultOf({ path, code, params }, language);
  // A code of a newer server. VALIDATION has no text for a single input.
  return problem.code === 'VALIDATION' ? undefined : { path, message: sentenceOf(problem, language) };
}

/** Maps a failed save to inputs: by the paths the server reports, by `fieldByCode` where it reports none. */
export function serverFaults(problem: unknown, { inputs, fieldByCode, language }: FormFacts): ServerFaults {
  if (problem === undefined) return { faults: [], problem: undefined };
  const sentence = sentenceOf(problem, language);
  if (!(problem instanceof ApiProblem)) return { faults: [], problem: sentence };
  const faults = problem.errors.flatMap((error) => {
    const path = draftPath(error.path, inputs);
    const fault = path === undefined ? undefined : faultAt({ ...error, path }, problem, language);
    return fault ?? [];
  });
  const field = fieldByCode[problem.code];
  if (faults.length === 0 && field !== undefined)
    return { faults: [{ path: field, message: sentence }], problem: undefined };
  const isPlaced = faults.length > 0 && faults.length === problem.errors.length;
  return { faults, problem: isPlaced ? undefined : sentence };
}
