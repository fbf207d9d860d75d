import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { TextParameters } from '#schemas/problem/definition.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { InputFault } from '#schemas/problem/problem.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** A rule that the request breaks. */
interface RuleFault {
  /** Dotted, within the part of the request that `where` names. */
  readonly path: string;
  readonly code: ProblemCode;
  readonly params?: TextParameters | undefined;
}

function inputFaultOf({ path, code, params }: RuleFault, where: string): InputFault {
  const { line, column } = params ?? {};
  const prefix =
    line === undefined || column === undefined ? '' : `line ${String(line)}, column ${String(column)}: `;
  return {
    path: `${where}.${path}`,
    code,
    message: `${prefix}${problemText(code, 'en', params)}`,
    ...(params && { params }),
  };
}

/** Throws the first fault as the problem, with the list of all faults. Returns when there is none. */
export function rejectFaults(faults: readonly RuleFault[], where = 'body'): void {
  const [first] = faults;
  if (first === undefined) return;
  throw new ProblemError(first.code, {
    ...(first.params === undefined ? {} : { params: first.params }),
    errors: faults.map((fault) => inputFaultOf(fault, where)),
  });
}

/** Throws VALIDATION with the list of all faults. Returns when there is none. */
export function rejectInvalid(faults: readonly RuleFault[]): void {
  if (faults.length > 0)
    throw new ProblemError('VALIDATION', { errors: faults.map((fault) => inputFaultOf(fault, 'body')) });
}

/** Throws CONFLICT when a change was made from another version than the stored one. */
export function rejectStale(storedVersion: number, seenVersion: number): void {
  if (storedVersion !== seenVersion) throw new ProblemError('CONFLICT');
}
